import 'server-only';
import { desc, eq } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { type ExportOrderRow, exportOrders } from '#lib/server/db/schema/export-orders.ts';
import { staff } from '#lib/server/db/schema/staff.ts';
import type { ExportOrder, ExportOrders } from '#lib/wire/export-orders.ts';
import { utcDayOf } from '#shared/calendar/days.ts';
import { isBeingOrdered } from './being-ordered.ts';
import { addressProblems } from './note-told.ts';

const mostShown = 50;

/** The files that were ordered last, newest first. */
export async function readExportOrders({ desk, actor: { location } }: LocationContext): Promise<ExportOrders> {
  const now = desk.clock();
  const found = await desk.db
    .select({ order: exportOrders, by: staff.name })
    .from(exportOrders)
    .innerJoin(staff, eq(staff.id, exportOrders.staffId))
    .where(eq(exportOrders.locationId, location.id))
    .orderBy(desc(exportOrders.orderedAt), desc(exportOrders.orderId))
    .limit(mostShown);
  return {
    isConnected: location.exportUrl !== null && location.sealedExportKey !== null,
    today: utcDayOf(now),
    orders: found.map(({ order, by }) => viewOf(order, by, now)),
  };
}

function viewOf(order: ExportOrderRow, orderedBy: string, now: number): ExportOrder {
  const { orderId: id, dataSet, firstDay: from, lastDay: until, fileType, state, problem, problemCause } = order;
  const isElsewhere = addressProblems.some((one) => one === problem);
  const { keptUntil } = order;
  return {
    id,
    dataSet,
    from,
    until,
    fileType,
    orderedAt: order.orderedAt.toISOString(),
    orderedBy,
    state: isBeingOrdered(order, now) ? 'ordering' : state,
    problem: problem && { kind: problem, cause: problemCause },
    isReady: state === 'done' && !isElsewhere,
    keptUntil: state === 'done' && keptUntil && keptUntil.getTime() > now ? keptUntil.toISOString() : null,
  };
}
