import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import type { ActorContext } from '#lib/server/base/actor.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { hasStillTheKey } from '#lib/server/base/still-the-key.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type ExportOrderRow, exportOrders } from '#lib/server/db/schema/export-orders.ts';
import { orderFile } from '#lib/server/gym-export/ask-job.ts';
import { findExportCredentials } from '#lib/server/gym-export/find-export-credentials.ts';
import { noteProblem } from '#lib/server/log/request-context.ts';
import {
  type ExportOrderInput,
  type ExportOrderOutcome,
  exportOrderForm,
  mostExportOrders,
} from '#lib/wire/export-orders.ts';
import { utcDayOf } from '#shared/calendar/days.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { isBeingOrdered, lockOrders } from './being-ordered.ts';

/** The platform answers within moments; the first question follows soon. */
const firstAskMs = 2_000;

/**
 * Asks the platform to write a file. The order is stored before the request, which is never repeated: without a usable answer the
 * file may be ordered.
 * @throws ActionFailure `conflict` at a location without the data export
 */
export async function orderExport(context: ActorContext, input: ExportOrderInput): Promise<ExportOrderOutcome> {
  const { desk, actor } = context;
  const { location } = actor;
  exportOrderForm(utcDayOf(desk.clock())).parse(input);
  const credentials = findExportCredentials(desk, location);
  if (!credentials) throw noExport();
  const before = await desk.db.transaction((tx) => begin(tx, context, input));
  if (before) return before;
  const { dataSet, from, until, fileType } = input;
  const answer = await orderFile(credentials, { dataSet, firstDay: from, lastDay: until, fileType });
  if (answer.kind !== 'ordered') {
    const { cause } = answer.problem;
    const kind = answer.kind !== 'notOrdered' || cause ? 'unavailable' : 'rejected';
    noteProblem({ operation: 'createAsyncExportJob', kind, ...(cause && { cause }) });
  }
  const now = desk.clock();
  await desk.db.transaction(async (tx) => {
    const settled =
      answer.kind === 'ordered'
        ? ({ state: 'inProgress', jobId: answer.jobId, nextAskAt: new Date(now + firstAskMs) } as const)
        : { state: answer.kind, problem: answer.problem.kind, problemCause: answer.problem.cause };
    const [known] = await tx.update(exportOrders).set(settled).where(isOrder(location.id, input.orderId)).returning();
    // with the key that it was made with, which was replaced meanwhile
    if (!known) throw new ActionFailure('conflict', 'The order was deleted.');
    await notifyLive(tx, { locationId: location.id, event: 'status' });
  });
  return answer.kind === 'ordered' ? { kind: 'ordered' } : answer;
}

const noExport = () => new ActionFailure('conflict', 'This gym has no data export.');

const isOrder = (locationId: string, orderId: string) =>
  and(eq(exportOrders.locationId, locationId), eq(exportOrders.orderId, orderId));

/** Stores the order, unless it exists. @returns the outcome where nothing is requested */
async function begin(
  tx: Queryable,
  { desk, actor }: ActorContext,
  { orderId, dataSet, from, until, fileType }: ExportOrderInput,
): Promise<ExportOrderOutcome | null> {
  const { location, staffId } = actor;
  const locationId = location.id;
  const now = desk.clock();
  // of two windows that order the same file at once, one orders it
  await lockOrders(tx, locationId);
  if (!(await hasStillTheKey(tx, location))) throw noExport();
  const wanted = { dataSet, firstDay: from, lastDay: until, fileType };
  const [known] = await tx.select().from(exportOrders).where(isOrder(locationId, orderId));
  if (known) return outcomeOf(known, wanted, now);
  const unsettled = await tx
    .select()
    .from(exportOrders)
    .where(and(eq(exportOrders.locationId, locationId), inArray(exportOrders.state, ['unconfirmed', 'inProgress'])));
  const underWay = unsettled.filter((order) => isUnderWay(order, now));
  if (underWay.some((order) => isSame(order, wanted))) return { kind: 'alreadyOrdered' };
  if (underWay.length >= mostExportOrders) return { kind: 'tooMany' };
  const order = { locationId, orderId, ...wanted, staffId, orderedAt: new Date(now), state: 'unconfirmed' } as const;
  await tx.insert(exportOrders).values(order);
  const reason = `${dataSet} ${from} ${until} ${fileType}`;
  await writeAudit(tx, desk, { locationId, staffId, action: 'orderExport', reason });
  await notifyLive(tx, { locationId, event: 'status' });
  return null;
}

/** Being requested or written. One that has been written for more than a day is not waited for. */
const isUnderWay = (order: ExportOrderRow, now: number): boolean =>
  isBeingOrdered(order, now) || (order.state === 'inProgress' && order.orderedAt.getTime() > now - dayMs);

type Wanted = Pick<ExportOrderRow, 'dataSet' | 'firstDay' | 'lastDay' | 'fileType'>;

const isSame = (order: Wanted, { dataSet, firstDay, lastDay, fileType }: Wanted): boolean =>
  order.dataSet === dataSet && order.firstDay === firstDay && order.lastDay === lastDay && order.fileType === fileType;

/** Of a repeated request. @throws ActionFailure `conflict` where it is about another file */
function outcomeOf(order: ExportOrderRow, wanted: Wanted, now: number): ExportOrderOutcome {
  if (!isSame(order, wanted)) throw new ActionFailure('conflict', 'The order of this id is of another file.');
  const { problem: kind, problemCause: cause } = order;
  if (isBeingOrdered(order, now)) return { kind: 'alreadyOrdered' };
  const problem = kind && { kind, cause };
  switch (order.state) {
    case 'unconfirmed':
    case 'notOrdered':
      return { kind: order.state, problem };
    case 'inProgress':
    case 'done':
    case 'failed':
    case 'expired':
    case 'forgotten':
      return { kind: 'alreadyOrdered' };
  }
}
