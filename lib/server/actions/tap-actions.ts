import 'server-only';
import type { z } from 'zod';
import { admitAnyway } from '#lib/server/arrivals/admit-anyway.ts';
import { checkOut } from '#lib/server/arrivals/check-out.ts';
import { checkIn, lookUp } from '#lib/server/arrivals/look-up.ts';
import { undo } from '#lib/server/arrivals/undo.ts';
import { voidScan } from '#lib/server/arrivals/void-scan.ts';
import { actorOfTap, authorise, type StaffContext } from '#lib/server/auth/load-staff.ts';
import type { ActorContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { timeOfTap } from '#lib/server/taps/tap-time.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { StaffPermission } from '#lib/wire/permissions.ts';
import { lookUpInput, overrideInput, tapInput, timedTap, undoInput, visitInput, voidInput } from '#lib/wire/taps.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import { runAction } from './run-action.ts';

/** The actions on taps. */
const tapActions = {
  lookUp: tapAction('recordVisits', lookUpInput, lookUp),
  checkIn: tapAction('recordVisits', visitInput, checkIn),
  checkOut: tapAction('recordVisits', visitInput, checkOut),
  admitAnyway: tapAction('overrideAdmission', overrideInput, admitAnyway),
  undo: tapAction('recordVisits', undoInput, undo),
  void: tapAction('recordVisits', voidInput, voidScan),
};

/** An action of the person who made the tap. */
function tapAction<Tap extends { tapId: string; staffId?: string | undefined }>(
  permission: StaffPermission,
  input: z.ZodType<Tap>,
  verb: (context: ActorContext, tap: Tap) => Promise<Verdict>,
): (context: StaffContext, raw: unknown) => Promise<Verdict> {
  return async (context, raw) => {
    const { desk } = authorise(context, permission);
    const tap = input.parse(raw);
    return verb({ desk, actor: await actorOfTap(context, tap.staffId) }, tap);
  };
}

/**
 * Runs the action of a tap. The tap says which further permission it needs, and is read only with the one to record visits.
 */
export const runTap = (url: string, readTap: () => Promise<unknown>): Promise<ActionResult<Verdict>> =>
  runAction({ permission: 'recordVisits', input: tapInput, url, madeAt }, readTap, (context, tap) =>
    tapActions[tap.kind](context, tap).then((verdict) =>
      context.actor.location.retiredAt === null ? verdict : withoutMember(verdict),
    ),
  );

/** The answer at a retired location: the time before it may be pretended, so the tap counts and nothing about a member is told. */
const withoutMember = (verdict: Verdict): Verdict => ({
  kind: 'unconfirmed',
  tapId: verdict.tapId,
  tappedAt: verdict.tappedAt,
  scanned: { kind: 'membershipId', text: '' },
  reasons: verdict.reasons.flatMap((reason) => (reason.code === 'undone' ? [reason] : [])),
  member: null,
  visit: null,
  offers: [],
});

/** Of a tap that takes another one back, the beginning of time: it concerns what was recorded before. */
function madeAt(desk: DeskContext, tap: z.infer<typeof tapInput>): number | null {
  if (tap.kind === 'undo' || tap.kind === 'void') return 0;
  const timed = timedTap.safeParse(tap);
  return timed.success ? timeOfTap(desk, timed.data).tappedAt : null;
}
