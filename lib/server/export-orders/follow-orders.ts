import 'server-only';
import { and, asc, eq, gt, isNotNull, or, sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { exportOrders } from '#lib/server/db/schema/export-orders.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { areAnyAhead, bringBack, isDueBy } from '#lib/server/db/set-back.ts';
import type { LocationWork } from '#lib/server/due/location-work.ts';
import { askJob } from '#lib/server/gym-export/ask-job.ts';
import { longestBusyWaitMs } from '#lib/server/gym-export/busy-wait.ts';
import { findExportCredentials } from '#lib/server/gym-export/find-export-credentials.ts';
import { aheadFrom } from '#shared/database/ahead.ts';
import { noteTold } from './note-told.ts';

/** Questions of a turn. */
const mostAtOnce = 20;

/** Times that lie in the future only if the clock was set back since. */
const writtenAt = ['orderedAt', 'toldAt'] as const;

const isDueAt = (now: Date) => {
  const isAhead = or(...writtenAt.map((name) => gt(exportOrders[name], aheadFrom(now))));
  return or(isDueBy(exportOrders.nextAskAt, now, longestBusyWaitMs), and(isNotNull(exportOrders.nextAskAt), isAhead));
};

/** Asks the platform how far ordered files are. */
export const followingExportOrders: LocationWork = {
  kind: 'followExportOrders',
  everyMs: 5_000,
  locationsAt: (now) => sql`
    select distinct ${locations.id} from ${locations}
    join ${exportOrders} on ${eq(exportOrders.locationId, locations.id)} and ${isDueAt(now)}
    where ${locations.exportUrl} is not null and ${locations.sealedExportKey} is not null and ${locations.retiredAt} is null`,
  work: followExportOrders,
};

/** @returns false: what is left is due at the next turn */
async function followExportOrders(context: LocationContext): Promise<boolean> {
  const { desk, actor } = context;
  const { location } = actor;
  const credentials = findExportCredentials(desk, location);
  if (!credentials) return false;
  const now = new Date(desk.clock());
  const of = { table: exportOrders, key: { locationId: location.id }, now };
  if (await areAnyAhead(desk.db, { ...of, names: writtenAt })) {
    await bringBack(desk.db, { ...of, names: [...writtenAt, 'nextAskAt'] });
  }
  const isDue = and(eq(exportOrders.locationId, location.id), isDueAt(now));
  const due = await desk.db
    .select()
    .from(exportOrders)
    .where(isDue)
    .orderBy(asc(exportOrders.nextAskAt))
    .limit(mostAtOnce);
  for (const order of due) {
    if (order.jobId === null) continue;
    const told = await askJob(credentials, { jobId: order.jobId, stopping: desk.live.stopping });
    if (desk.live.stopping.aborted) return false;
    if (!(await noteTold(context, order, told))) return false;
  }
  return false;
}
