import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import { platformStatus } from '#lib/db/schema/platform-status.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { notifyLive } from '#lib/desk/base/live-events.ts';
import { differenceFrom } from '#lib/desk/base/platform-time.ts';
import type { GymClient } from '#lib/gym-api/gym-client.ts';

type Reporting = Pick<DeskContext, 'log' | 'clock'>;

/** A second more or less is how exact the platform tells its time. */
const worthTellingS = 30;

/** Keeps, after each answer of a platform, how far the desk's clock is ahead of its own. */
export function createClockReport(
  desk: Reporting,
  locationId: string,
): (db: Queryable, gym: GymClient) => Promise<void> {
  let reportedS: number | null = null;
  return async (db, gym) => {
    if (gym.readPlatformTime() === undefined) return;
    const aheadS = Math.round(-differenceFrom(gym, desk.clock()).platformAheadMs / 1_000);
    if (reportedS !== null && Math.abs(aheadS - reportedS) < worthTellingS) return;
    await report({ ...desk, db }, locationId, aheadS === 0 ? null : aheadS);
    reportedS = aheadS;
  };
}

async function report(
  desk: Reporting & Pick<DeskContext, 'db'>,
  locationId: string,
  clockAheadS: number | null,
): Promise<void> {
  const isNew = sql`${platformStatus.clockAheadS} is distinct from ${clockAheadS}::int`;
  await desk.db.transaction(async (tx) => {
    const changed = await tx
      .update(platformStatus)
      .set({ clockAheadS })
      .where(and(eq(platformStatus.locationId, locationId), isNew))
      .returning({ locationId: platformStatus.locationId });
    if (changed.length === 0) return;
    await notifyLive(tx, locationId, 'status');
    if (clockAheadS === null) desk.log.info({ locationId }, 'the clocks of desk and platform agree');
    else desk.log.warn({ locationId, clockAheadS }, 'the clock of this machine and that of the platform differ');
  });
}
