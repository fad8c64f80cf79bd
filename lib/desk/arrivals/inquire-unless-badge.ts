import 'server-only';
import { findBadge } from '#lib/auth/badge/find-badge.ts';
import type { Desk } from '#lib/desk/base/desk.ts';
import { ActionFailure } from '#lib/failure.ts';
import { type Arrival, type Inquiry, inquire } from './arrive.ts';

/**
 * Asks who it is, unless the card is a staff badge: the platform never hears of such a number. The badges are asked at
 * once, while the caller is still about to claim the tap, so that a member waits no longer for it.
 * @returns asks; throws ActionFailure `staffBadge` for the badge of somebody who works here
 */
export function inquireUnlessBadge(desk: Desk, arrival: Arrival): () => Promise<Inquiry> {
  const { question, location } = arrival;
  const badge = question.kind === 'rfid' ? findBadge(desk, location.id, question.value) : Promise.resolve(null);
  // nobody waits for it where the tap was answered before
  badge.catch(() => {});
  return async () => {
    switch (await badge) {
      case 'valid':
        throw new ActionFailure('staffBadge', 'This card is a staff badge.');
      case 'void':
        return { found: { kind: 'unknown', reason: { code: 'cardUnknown' } }, admission: notAsked, unavailable: null };
      case null:
        return inquire(desk, arrival);
    }
  };
}

const notAsked = { kind: 'notAsked' } as const;
