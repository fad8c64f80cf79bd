import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { type OptOutCheck, optOutChecks } from '#lib/server/db/schema/opt-outs.ts';
import { hasStillTheKey } from './still-the-key.ts';

/** The state of the readings, and the location with the credentials of this one. */
export type ReadingCheck = OptOutCheck & { location: Location };

/** Stores how a reading ended, unless it was with a former key. One that was asked for meanwhile stays due. */
export async function settleCheck(
  { db }: DeskContext,
  { locationId, nextAt, location }: ReadingCheck,
  set: Partial<OptOutCheck> & { nextAt: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await hasStillTheKey(tx, location))) return;
    const isAsBefore = sql`${optOutChecks.nextAt} = ${nextAt.toISOString()}::timestamptz`;
    await tx
      .update(optOutChecks)
      .set({
        ...set,
        nextAt: sql`case when ${isAsBefore} then ${set.nextAt.toISOString()}::timestamptz else ${optOutChecks.nextAt} end`,
        requestedBy: sql`case when ${isAsBefore} then ${set.requestedBy ?? null}::uuid else ${optOutChecks.requestedBy} end`,
        confirmedCount: sql`case when ${isAsBefore} then ${set.confirmedCount ?? null}::int else ${optOutChecks.confirmedCount} end`,
      })
      .where(eq(optOutChecks.locationId, locationId));
    await notifyLive(tx, { locationId, event: 'status' });
  });
}
