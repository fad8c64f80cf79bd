import 'server-only';
import { z } from 'zod';
import { admitAnyway } from '#lib/server/arrivals/admit-anyway.ts';
import { checkOut } from '#lib/server/arrivals/check-out.ts';
import { checkIn, lookUp } from '#lib/server/arrivals/look-up.ts';
import { undo } from '#lib/server/arrivals/undo.ts';
import { voidScan } from '#lib/server/arrivals/void-scan.ts';
import { actorOfTap, authorise, type StaffContext } from '#lib/server/auth/load-staff.ts';
import type { ActorContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { timeOfTap } from '#lib/server/taps/tap-time.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { StaffPermission } from '#lib/wire/permissions.ts';
import {
  checkInInput,
  lookUpInput,
  overrideInput,
  tapInput,
  timedTap,
  undoInput,
  visitInput,
  voidInput,
} from '#lib/wire/taps.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import { runAction } from './run-action.ts';

/** The actions on taps. */
const tapActions = {
  lookUp: tapAction('recordVisits', lookUpInput, lookUp),
  checkIn: tapAction('recordVisits', checkInInput, checkIn),
  checkOut: tapAction('recordVisits', visitInput, checkOut),
  admitAnyway: tapAction('overrideAdmission', overrideInput, admitAnyway),
  undo: tapAction('recordVisits', undoInput, undo),
  void: tapAction('recordVisits', voidInput, voidScan),
};

type Tap = z.infer<typeof tapInput>;

const namedTap = timedTap.extend({ tapId: z.uuid() });

/** An action of the person who made the tap. */
function tapAction<Input extends { tapId: string; staffId?: string | undefined }>(
  permission: StaffPermission,
  input: z.ZodType<Input>,
  verb: (context: ActorContext, tap: Input) => Promise<Verdict>,
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
    context.actor.location.retiredAt === null ? tapActions[tap.kind](context, tap) : runLateTap(context, tap),
  );

/**
 * Runs a tap at a retired location. A client may have forged a time before the location was retired. So the tap is recorded, but
 * the answer reveals nothing about a member, not even whether there is one.
 */
async function runLateTap(context: StaffContext, tap: Tap): Promise<Verdict> {
  const { tapId, tappedAt, reasons } = await recordLate(context, tap);
  return {
    kind: 'unconfirmed',
    tapId,
    tappedAt,
    scanned: { kind: 'membershipId', text: '' },
    reasons: reasons.flatMap((reason) => (reason.code === 'undone' ? [reason] : [])),
    member: null,
    visit: null,
    offers: [],
  };
}

async function recordLate(
  context: StaffContext,
  tap: Tap,
): Promise<Pick<Verdict, 'tapId' | 'tappedAt'> & { reasons: Verdict['reasons'] }> {
  // nobody waits any more for the answer to a look-up that checks nobody in
  if (tap.kind === 'lookUp' && !context.actor.location.checkInOnScan) return unrecorded(context, tap);
  try {
    return await tapActions[tap.kind](context, tap);
  } catch (error) {
    const isUnknown = tap.kind === 'checkOut' && error instanceof ActionFailure && error.code === 'notFound';
    if (isUnknown) return unrecorded(context, tap);
    throw error;
  }
}

function unrecorded({ desk }: StaffContext, raw: Tap) {
  const { tapId, ...tap } = namedTap.parse(raw);
  return { tapId, tappedAt: new Date(timeOfTap(desk, tap).tappedAt).toISOString(), reasons: [] };
}

/** For a tap that reverts another one it is 0, because it concerns what was recorded before. */
function madeAt(desk: DeskContext, tap: Tap): number | null {
  if (tap.kind === 'undo' || tap.kind === 'void') return 0;
  const timed = timedTap.safeParse(tap);
  return timed.success ? timeOfTap(desk, timed.data).tappedAt : null;
}
