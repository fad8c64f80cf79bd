import 'server-only';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { exportOrders } from '#lib/server/db/schema/export-orders.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { isDueBy } from '#lib/server/db/set-back.ts';
import type { LocationWork } from '#lib/server/due/location-work.ts';
import { askJob } from '#lib/server/gym-export/ask-job.ts';
import { findExportCredentials } from '#lib/server/gym-export/find-export-credentials.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { noteTold } from './note-told.ts';

/** Questions of a turn. */
const mostAtOnce = 20;

/** The longest wait for the next question: a later one was written by a clock that has been set back since. */
const isDueAt = (now: Date) => isDueBy(exportOrders.nextAskAt, now, dayMs);

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
  const isDue = and(eq(exportOrders.locationId, location.id), isDueAt(new Date(desk.clock())));
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
