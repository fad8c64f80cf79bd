import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { exportPauses } from '#lib/server/db/schema/export-pauses.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { busyWaitMs, longestBusyWaitMs } from './busy-wait.ts';

/** One for all that is requested with a key: the limit is that of the key, whatever is requested. */
export interface ExportPace {
  /** For how many milliseconds nothing may be requested; 0 where something may. */
  readLeftMs(): Promise<number>;
  /** Notes that the limit is used up. @param retryAfterMs null where the platform has not said how long to wait */
  pause(retryAfterMs: number | null): Promise<void>;
}

export const paceOf = (
  { db, clock }: Pick<DeskContext, 'db' | 'clock'>,
  { id, exportUrl, sealedExportKey }: Location,
): ExportPace => ({
  readLeftMs: async () => {
    const until = await readPausedUntil(db, { locationId: id, now: clock() });
    return until ? until.getTime() - clock() : 0;
  },
  pause: async (retryAfterMs) => {
    if (exportUrl === null || sealedExportKey === null) return;
    const until = new Date(clock() + busyWaitMs(retryAfterMs)).toISOString();
    const latest = new Date(clock() + longestBusyWaitMs).toISOString();
    // a former key says nothing about the limit of another one
    const isOfKey = and(
      eq(locations.id, id),
      eq(locations.exportUrl, exportUrl),
      eq(locations.sealedExportKey, sealedExportKey),
    );
    await db.execute(sql`
      insert into ${exportPauses} (location_id, until) select ${locations.id}, ${until}::timestamptz from ${locations} where ${isOfKey}
      on conflict (location_id) do update set until = greatest(
        excluded.until,
        -- the answer to another request that was under way; a later one was noted before the clock was set back
        case when ${exportPauses.until} <= ${latest}::timestamptz then ${exportPauses.until} end
      )`);
  },
});

/** Until when nothing may be requested with a location's key; null where something may. */
export async function readPausedUntil(
  db: Queryable,
  { locationId, now }: { locationId: string; now: number },
): Promise<Date | null> {
  const [pause] = await db.select().from(exportPauses).where(eq(exportPauses.locationId, locationId));
  const leftMs = (pause?.until.getTime() ?? now) - now;
  // one that is longer was noted before the clock was set back
  return pause && leftMs > 0 && leftMs <= longestBusyWaitMs ? pause.until : null;
}
