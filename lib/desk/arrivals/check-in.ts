import 'server-only';
import type { Actor } from '#lib/desk/base/actor.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { timeOfTap } from '#lib/desk/taps/tap-time.ts';
import { composeVerdict } from '#lib/desk/verdict/compose-verdict.ts';
import type { VisitInput } from '#lib/wire/taps.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import { answerArrival } from './look-up.ts';

/**
 * Checks in a member whom staff chose. The same rules as for a scan hold: a corporate member is asked admission for.
 * @throws ActionFailure for a tap that has recorded another visit
 */
export async function checkIn(desk: DeskContext, actor: Actor, input: VisitInput): Promise<Verdict> {
  const { tapId, accountId } = input;
  const key = { locationId: actor.location.id, tapId, operation: 'checkIn' } as const;
  const answer = await answerArrival(desk, key, {
    location: actor.location,
    tapId,
    ...timeOfTap(input, desk.clock()),
    lookupKey: { kind: 'accountId', value: accountId },
    scanned: null,
    intent: 'checkIn',
    by: actor,
  });
  return composeVerdict(desk.db, answer, { ...key, now: desk.clock(), mayOverride: actor.mayOverride });
}
