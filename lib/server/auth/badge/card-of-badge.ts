import 'server-only';
import { createHmac } from 'node:crypto';
import type { CardNumber } from '#lib/wire/reader/card-number.ts';
import { identify } from '#lib/wire/reader/identify.ts';
import type { ReadCard } from '#lib/wire/reader/read-card.ts';
import type { ReaderProfiles } from '#lib/wire/reader/reader-profile.ts';

/** Parses the number of a card by the reader profiles of a location; null for text that is not a card. */
export function cardNumberOf({ card, source }: ReadCard, profiles: ReaderProfiles): CardNumber | null {
  const read = identify(card, source, profiles);
  return read.kind === 'rfid' ? read.rfid : null;
}

/** The stored digest of a badge's number, the same at every location. */
export const badgeDigest = (badgeKey: string, number: string): string =>
  createHmac('sha256', badgeKey).update(`badge/${number}`).digest('base64url');

/** The digest under which attempts with text that is no card are counted. */
export const digestOfNoCard = (badgeKey: string, text: string): string =>
  badgeDigest(badgeKey, `no number: ${text.trim().toLowerCase()}`);
