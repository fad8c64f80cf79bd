import 'server-only';
import { and, eq, inArray, lte, type SQL } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { type ExportOrderRow, exportOrders } from '#lib/server/db/schema/export-orders.ts';
import type { askJob } from '#lib/server/gym-export/ask-job.ts';
import { busyWaitMs } from '#lib/server/gym-export/busy-wait.ts';
import type { ExportProblem } from '#lib/wire/export-orders.ts';
import { dayMs, hourMs } from '#shared/calendar/durations.ts';

type Told = Awaited<ReturnType<typeof askJob>>;
type Change = Partial<
  Pick<ExportOrderRow, 'state' | 'toldAt' | 'nextAskAt' | 'keptUntil' | 'problem' | 'problemCause'>
>;

/** How long the platform keeps a file (behaviour sheet, "Data export"). */
const keptMs = dayMs;
/** A file that is done may expire before its time. */
const doneEveryMs = 15 * 60_000;
const pauses = { least: 3_000, most: hourMs };
const troublePauseMs = 60_000;

/** Between two questions about a file that is being written: a quarter of its age, so that none is asked for often. */
const pauseOf = ({ orderedAt }: ExportOrderRow, now: number): number =>
  Math.min(Math.max((now - orderedAt.getTime()) / 4, pauses.least), pauses.most);

const noProblem = { problem: null, problemCause: null };

/**
 * Stores what the platform answered about an order.
 * @returns whether the others can be asked for, too
 */
export async function noteTold(context: LocationContext, order: ExportOrderRow, told: Told): Promise<boolean> {
  const now = context.desk.clock();
  const later = (ms: number) => new Date(now + ms);
  switch (told.kind) {
    case 'told':
      await change(context, order, tellOf(order, told, now));
      return true;
    case 'missing':
      await change(context, order, { state: 'forgotten', nextAskAt: null, keptUntil: null, ...noProblem });
      return true;
    case 'busy': {
      const nextAskAt = later(busyWaitMs(told.retryAfterMs));
      await change(context, order, { nextAskAt, ...columnsOf({ kind: 'busy', cause: null }) }, { ofAll: true });
      return false;
    }
    case 'trouble': {
      const { problem, isOfAll } = told;
      const nextAskAt = later(Math.max(pauseOf(order, now), troublePauseMs));
      await change(context, order, { nextAskAt, ...columnsOf(problem) }, { ofAll: isOfAll });
      return !isOfAll;
    }
  }
}

const columnsOf = ({ kind, cause }: ExportProblem) => ({ problem: kind, problemCause: cause });

function tellOf(order: ExportOrderRow, told: Extract<Told, { kind: 'told' }>, now: number): Change {
  const toldAt = new Date(now);
  switch (told.status) {
    case 'IN_PROGRESS': {
      const nextAskAt = new Date(now + pauseOf(order, now));
      return { state: 'inProgress', toldAt, nextAskAt, keptUntil: null, ...noProblem };
    }
    case 'DONE': {
      // it was written after the platform last said that it was being written
      const keptUntil = order.keptUntil ?? new Date((order.toldAt ?? order.orderedAt).getTime() + keptMs);
      const problem = told.address.kind === 'here' ? null : told.address.kind;
      return {
        ...{ state: 'done', toldAt, nextAskAt: new Date(now + doneEveryMs), keptUntil },
        ...{ problem, problemCause: null },
      };
    }
    case 'FAILED':
      return { state: 'failed', toldAt, nextAskAt: null, keptUntil: null, ...noProblem };
    case 'EXPIRED':
      return { state: 'expired', toldAt, nextAskAt: null, keptUntil: null, ...noProblem };
  }
}

/** Only of an order that is still as it was read: with another key, those of the former one are gone. */
async function change(
  { desk, actor: { location } }: LocationContext,
  order: ExportOrderRow,
  values: Change,
  { ofAll = false } = {},
): Promise<void> {
  const locationId = location.id;
  const ofHere = eq(exportOrders.locationId, locationId);
  const isThis = and(ofHere, eq(exportOrders.orderId, order.orderId), eq(exportOrders.state, order.state));
  const isDue: SQL | undefined = and(
    ofHere,
    inArray(exportOrders.state, ['inProgress', 'done']),
    lte(exportOrders.nextAskAt, new Date(desk.clock())),
  );
  const isNews = await desk.db.transaction(async (tx) => {
    const changed = await tx.update(exportOrders).set(values).where(isThis).returning({ id: exportOrders.orderId });
    if (ofAll) await tx.update(exportOrders).set(values).where(isDue);
    if (changed.length === 0 || !isSeen(order, values)) return false;
    await notifyLive(tx, { locationId, event: 'status' });
    return true;
  });
  const { problem, problemCause: cause } = values;
  if (isNews && problem)
    desk.log.warn({ locationId, problem, cause }, 'an ordered file of the data export has a problem');
}

/** Whether a screen shows it. */
const isSeen = (order: ExportOrderRow, { state = order.state, problem = order.problem, problemCause = null }: Change) =>
  state !== order.state || problem !== order.problem || problemCause !== order.problemCause;
