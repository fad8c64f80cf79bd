import 'server-only';
import { z } from 'zod';
import type { ActorContext } from '#lib/server/base/actor.ts';
import type { ReadCard } from '#lib/wire/reader/read-card.ts';
import { cardNumberOf } from './card-of-badge.ts';
import { findBadge } from './find-badge.ts';

export const cardInput = z.object({ card: z.string().min(1).max(1024), source: z.enum(['scan', 'typed']) });

/** Whether a card is a badge that can sign in at the location. False for any other card, so it reveals nothing about members. */
export async function isBadge({ desk, actor: { location } }: ActorContext, card: ReadCard): Promise<boolean> {
  const number = cardNumberOf(card, location.readerProfiles);
  return number !== null && (await findBadge(desk, { locationId: location.id, cardNumber: number })) === 'valid';
}
