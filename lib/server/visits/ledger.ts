import 'server-only';
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { pauseForLostAnswers } from '#lib/server/admissions/pause-for-lost-answers.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { platformStatus } from '#lib/server/db/schema/platform-status.ts';
import { type Visit, visits } from '#lib/server/db/schema/visits.ts';
import { notifyDue } from '#lib/server/due/notice.ts';
import { type Ledger, unsentStates } from '#lib/server/ledger/ledger.ts';
import { dayMs, hourMs } from '#shared/calendar/durations.ts';
import { isVisit } from './is-visit.ts';

/** The events of one member are sent in the order in which they happened, by the clock of then. */
export const visitLedger = ({ clock }: Pick<DeskContext, 'clock'>): Ledger<typeof visits> => ({
  name: 'send-visit',
  table: visits,
  id: 'tapId',
  inOrder: { of: 'accountId', by: 'tappedAt' },
  madeAt: 'recordedAt',
  heldUpUntil: 'confirmingUntil',
  clock,
});

/** Whether the platform has to be asked for the member or the admission of a visit before it is sent. */
export const hasOpenQuestion = ({ accountId, isUnasked, needsAdmission, kind }: Visit): boolean =>
  accountId === null || isUnasked || (needsAdmission && kind === 'checkIn');

/** {@link hasOpenQuestion} as a condition for rows. */
export const isQuestionOpen = sql<boolean>`(${isNull(visits.accountId)} or ${visits.isUnasked}
  or ${visits.needsAdmission} and ${eq(visits.kind, 'checkIn')})`;

/** How many requests a visit takes: with an open question the look-up, and admission where a corporate member waits for it. */
const requests = sql<number>`case
  when ${isQuestionOpen} then case when ${visits.lacksAdmission} then 3 else 2 end
  else 1 end`;

/**
 * How many requests are due at once, and how many in each second after that: within the platform's rate limit, with
 * capacity left for users.
 */
const atOnce = 40;
const perSecond = 5;

/**
 * Makes every waiting visit of a location due, in the order in which they happened and at the rate the platform
 * accepts; not before the end of its pause one whose admission was requested without an answer: the platform answered other requests.
 */
export async function retryWaitingVisits(
  tx: Queryable,
  desk: Pick<DeskContext, 'clock'>,
  { locationId }: { locationId: string },
): Promise<void> {
  const now = new Date(desk.clock());
  const isWaiting = and(eq(visits.locationId, locationId), eq(visits.state, 'waiting'));
  const place = sql<number>`sum(${requests}) over (order by ${visits.tappedAt}, ${visits.tapId})`.as('place');
  const inOrder = tx.select({ tapId: visits.tapId, place }).from(visits).where(isWaiting).as('in_order');
  const afterS = sql`ceil(greatest(0, ${inOrder.place} - ${atOnce}::int) / ${perSecond}::numeric)`;
  const inTurn = sql`${now.toISOString()}::timestamptz + make_interval(secs => ${afterS})`;
  // `greatest` ignores null
  const endOfPause = sql`${visits.claimedAt} + make_interval(secs => ${pauseForLostAnswers})`;
  const { rowCount } = await tx
    .update(visits)
    .set({ nextAttemptAt: sql`greatest(${inTurn}, ${endOfPause})` })
    .from(inOrder)
    .where(and(isWaiting, eq(visits.tapId, inOrder.tapId)));
  // a poll for the first ones also reads when the others are due
  if ((rowCount ?? 0) > 0) await notifyDue(tx, { kind: visitLedger(desk).name, locationId, at: now });
}

/** Long enough for a manager to notice waiting visits, and for the provider to restore a permission or mend a member's data. */
const patienceMs = dayMs;

/** Whether a visit has failed for long enough for a refusal to be final that may be temporary, or due to an outage. */
export const hasFailedEnough = ({ failingSince }: Pick<Visit, 'failingSince'>, now: number): boolean =>
  failingSince !== null && now - failingSince.getTime() >= patienceMs;

/** Attempts are at most two hours apart while the desk works: after a longer pause, it was off or its clock has been set. */
const longestPauseMs = 3 * hourMs;

/**
 * What the claim of a visit writes about its failures: a pause between two attempts does not count as failing, so it moves the
 * beginning. It does not start anew, since a desk that is off every night would never give up.
 */
export function failingWithoutPause(now: number): { failingSince: SQL } {
  const at = sql`${new Date(now).toISOString()}::timestamptz`;
  const paused = sql`${visits.claimedAt} < ${new Date(now - longestPauseMs).toISOString()}::timestamptz`;
  const { failingSince, claimedAt } = visits;
  return {
    failingSince: sql`case when ${paused} then ${failingSince} + (${at} - ${claimedAt}) else ${failingSince} end`,
  };
}

/** Whether a visit has failed for so long, by the row as it is now, while the platform counts as reachable. */
export async function isFailingAlone({ desk }: { desk: DeskContext }, { locationId, tapId }: Visit): Promise<boolean> {
  const [now] = await desk.db
    .select({ failingSince: visits.failingSince })
    .from(visits)
    .innerJoin(platformStatus, eq(platformStatus.locationId, visits.locationId))
    .where(and(isVisit(locationId, tapId), eq(platformStatus.connection, 'reachable')));
  return now !== undefined && hasFailedEnough(now, desk.clock());
}

/** After an outage, failures before it prove nothing about a visit: the platform may have been failing all the time. */
export async function forgetFailures(tx: Queryable, { locationId }: { locationId: string }): Promise<void> {
  const isFailing = and(
    eq(visits.locationId, locationId),
    inArray(visits.state, [...unsentStates]),
    isNotNull(visits.failingSince),
  );
  await tx.update(visits).set({ failingSince: null }).where(isFailing);
}
