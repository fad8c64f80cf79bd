import 'server-only';
import type { AtTheDesk } from '#lib/desk/base/at-the-desk.ts';
import type { Desk } from '#lib/desk/base/desk.ts';
import { timeOfTap } from '#lib/desk/taps/tap-time.ts';
import { composeVerdict } from '#lib/desk/verdict/compose-verdict.ts';
import type { VisitInput } from '#lib/wire/taps.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import { answerArrival } from './look-up.ts';

/**
 * Checks in a member whom staff chose. The same rules as for a scan hold: a corporate member is asked admission for.
 * @throws ActionFailure for a tap that has recorded another visit
 */
export async function checkIn(desk: Desk, at: AtTheDesk, input: VisitInput): Promise<Verdict> {
  const { tapId, accountId } = input;
  const key = { locationId: at.location.id, tapId, operation: 'checkIn' } as const;
  const answer = await answerArrival(desk, key, {
    location: at.location,
    tapId,
    ...timeOfTap(input, desk.clock()),
    question: { kind: 'accountId', value: accountId },
    scanned: null,
    intent: 'checkIn',
    by: at,
  });
  return composeVerdict(desk.db, answer, { ...key, now: desk.clock(), mayOverride: at.mayOverride });
}
