import 'server-only';
import { createHmac } from 'node:crypto';
import type { CardNumber } from '#lib/wire/reader/card-number.ts';
import { identify } from '#lib/wire/reader/identify.ts';
import type { ReadCard } from '#lib/wire/reader/read-card.ts';
import type { ReaderProfile } from '#lib/wire/reader/reader-profile.ts';

/** The number of a card, read as the readers of a location write it; null for what is no card. */
export function cardNumberOf({ card, source }: ReadCard, profile: ReaderProfile): CardNumber | null {
  const read = identify(card, source, profile);
  return read.kind === 'rfid' ? read.rfid : null;
}

/** What is kept of the number of a badge. It is the same at every location. */
export const badgeDigest = (badgeKey: string, number: string): string =>
  createHmac('sha256', badgeKey).update(`badge/${number}`).digest('base64url');

/** What attempts are counted for that were made with no card at all. */
export const digestOfNoCard = (badgeKey: string, text: string): string =>
  badgeDigest(badgeKey, `no number: ${text.trim().toLowerCase()}`);
