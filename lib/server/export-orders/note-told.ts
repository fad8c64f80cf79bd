import 'server-only';
import { and, eq, isNull, lt, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { hasStillTheKey } from '#lib/server/base/still-the-key.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type ExportOrderRow, exportOrders } from '#lib/server/db/schema/export-orders.ts';
import type { askJob } from '#lib/server/gym-export/ask-job.ts';
import { busyWaitMs } from '#lib/server/gym-export/busy-wait.ts';
import type { ExportProblem } from '#lib/wire/export-orders.ts';
import { dayMs, hourMs } from '#shared/calendar/durations.ts';
import { lockOrders } from './being-ordered.ts';

type Told = Awaited<ReturnType<typeof askJob>>;
type Change = Partial<
  Pick<ExportOrderRow, 'state' | 'toldAt' | 'nextAskAt' | 'keptUntil' | 'problem' | 'problemCause'>
>;

/** How long the platform keeps a file (`/reference/export`). */
const keptMs = dayMs;
/** A file that is done may expire before its time. */
const doneEveryMs = 15 * 60_000;
const longestPauseMs = hourMs;
const shortestPauseMs = 3_000;
const troublePauseMs = 60_000;
/** A 404 may be a gateway's; after the longest that a file is written and kept, it is believed. */
const doubtMs = 2 * dayMs;

/** Between two questions about a file that is not done: a quarter of its age, so that none is asked for often. */
function pauseOf({ state, orderedAt }: ExportOrderRow, now: number): number {
  if (state === 'done') return doneEveryMs;
  return Math.min(Math.max((now - orderedAt.getTime()) / 4, shortestPauseMs), longestPauseMs);
}

/** The first one is asked about again soon: a person sees the file gone. */
const pauseAfterMissing = (order: ExportOrderRow, now: number): number =>
  order.state === 'forgotten' ? Math.max(pauseOf(order, now), troublePauseMs) : troublePauseMs;

export const noProblem = { problem: null, problemCause: null };
/** About the file that was written: true until the platform says something else about it. */
export const addressProblems = ['addressMissing', 'addressForeign'] as const;

/**
 * Stores what the platform answered about an order.
 * @returns whether the others can be asked for, too
 */
export async function noteTold(context: LocationContext, order: ExportOrderRow, told: Told): Promise<boolean> {
  const now = context.desk.clock();
  const later = (ms: number) => new Date(now + ms);
  switch (told.kind) {
    case 'told':
      await change(context, order, { values: tellOf(order, told, now) });
      return true;
    case 'missing': {
      const isBelieved = now - order.orderedAt.getTime() > doubtMs;
      const nextAskAt = isBelieved ? null : later(pauseAfterMissing(order, now));
      await change(context, order, { values: { state: 'forgotten', nextAskAt, ...noProblem } });
      return true;
    }
    case 'busy': {
      const nextAskAt = later(busyWaitMs(told.retryAfterMs));
      const problem = columnsOf({ kind: 'busy', cause: null });
      await change(context, order, { values: { nextAskAt, ...problem }, ofOthers: { nextAskAt, ...problem } });
      return false;
    }
    case 'trouble': {
      const problem = columnsOf(told.problem);
      // behind the others: what lies in the order itself does not keep them from being asked for
      const nextAskAt = later(Math.max(pauseOf(order, now), troublePauseMs) + 1);
      const ofOthers = told.isOfAll ? { nextAskAt: later(troublePauseMs), ...problem } : null;
      await change(context, order, { values: { nextAskAt, ...problem }, ofOthers });
      return !told.isOfAll;
    }
  }
}

const columnsOf = ({ kind, cause }: ExportProblem) => ({ problem: kind, problemCause: cause });

function tellOf(order: ExportOrderRow, told: Extract<Told, { kind: 'told' }>, now: number): Change {
  const toldAt = new Date(now);
  const next = (state: ExportOrderRow['state']) => new Date(now + pauseOf({ ...order, state }, now));
  switch (told.status) {
    case 'IN_PROGRESS':
      return { state: 'inProgress', toldAt, nextAskAt: next('inProgress'), keptUntil: null, ...noProblem };
    case 'DONE': {
      // it was written after the platform last said that it was being written
      const keptUntil = order.keptUntil ?? new Date((order.toldAt ?? order.orderedAt).getTime() + keptMs);
      const problem = told.address.kind === 'here' ? null : told.address.kind;
      return { state: 'done', toldAt, nextAskAt: next('done'), keptUntil, problem, problemCause: null };
    }
    case 'FAILED':
      return { state: 'failed', toldAt, nextAskAt: null, keptUntil: null, ...noProblem };
    case 'EXPIRED':
      return { state: 'expired', toldAt, nextAskAt: null, keptUntil: null, ...noProblem };
  }
}

interface Changes {
  values: Change;
  /** Of those that would be asked for earlier; the problem of the key or of the connection is theirs, too. */
  ofOthers?: Pick<ExportOrderRow, 'nextAskAt' | 'problem' | 'problemCause'> | null;
}

/** Only with the key that was asked with, and of an order that is still as it was read. */
async function change(
  { desk, actor: { location } }: LocationContext,
  order: ExportOrderRow,
  { values: told, ofOthers = null }: Changes,
): Promise<void> {
  const locationId = location.id;
  const ofHere = eq(exportOrders.locationId, locationId);
  const isThis = and(ofHere, eq(exportOrders.orderId, order.orderId));
  const values = told.state === undefined ? keepingAddress(order, told) : told;
  const isNews = await desk.db.transaction(async (tx) => {
    await lockOrders(tx, locationId);
    if (!(await hasStillTheKey(tx, location))) return false;
    const isAsRead = and(isThis, eq(exportOrders.state, order.state));
    const changed = await tx.update(exportOrders).set(values).where(isAsRead).returning({ id: exportOrders.orderId });
    const others = ofOthers ? await putOff(tx, and(ofHere, ne(exportOrders.orderId, order.orderId)), ofOthers) : 0;
    if (others === 0 && (changed.length === 0 || !isSeen(order, values))) return false;
    await notifyLive(tx, { locationId, event: 'status' });
    return true;
  });
  const { problem, problemCause: cause } = values;
  if (isNews && problem)
    desk.log.warn({ locationId, problem, cause }, 'an ordered file of the data export has a problem');
}

/** A failed question says nothing about where the file is. */
const keepingAddress = ({ problem, problemCause }: ExportOrderRow, values: Change): Change =>
  addressProblems.some((one) => one === problem) ? { ...values, problem, problemCause } : values;

/** @returns how many have another problem than before */
async function putOff(
  tx: Queryable,
  which: SQL | undefined,
  { nextAskAt, problem, problemCause }: NonNullable<Changes['ofOthers']>,
): Promise<number> {
  if (!nextAskAt) return 0;
  const isEarlier = and(which, lt(exportOrders.nextAskAt, nextAskAt));
  const hasAddress = or(isNull(exportOrders.problem), notInArray(exportOrders.problem, [...addressProblems]));
  const isOther = sql`${exportOrders.problem} is distinct from ${problem}`;
  const told = await tx
    .update(exportOrders)
    .set({ problem, problemCause })
    .where(and(isEarlier, hasAddress, isOther))
    .returning({ id: exportOrders.orderId });
  await tx.update(exportOrders).set({ nextAskAt }).where(isEarlier);
  return told.length;
}

/** Whether a screen shows it. */
const isSeen = (order: ExportOrderRow, { state = order.state, problem = order.problem, problemCause = null }: Change) =>
  state !== order.state || problem !== order.problem || problemCause !== order.problemCause;
