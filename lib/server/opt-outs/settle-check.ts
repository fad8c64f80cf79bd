import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { hasStillTheKey } from '#lib/server/base/still-the-key.ts';
import { type OptOutCheck, optOutChecks } from '#lib/server/db/schema/opt-outs.ts';

/** Stores how a reading ended, unless its key was replaced meanwhile. If another reading was requested meanwhile, it stays due. */
export async function settleCheck(
  { desk, actor: { location } }: LocationContext,
  { locationId, nextAt }: OptOutCheck,
  set: Partial<OptOutCheck> & { nextAt: Date },
): Promise<void> {
  await desk.db.transaction(async (tx) => {
    if (!(await hasStillTheKey(tx, location))) return;
    const isAsBefore = sql`${optOutChecks.nextAt} = ${nextAt.toISOString()}::timestamptz`;
    await tx
      .update(optOutChecks)
      .set({
        ...set,
        nextAt: sql`case when ${isAsBefore} then ${set.nextAt.toISOString()}::timestamptz else ${optOutChecks.nextAt} end`,
        requestedBy: sql`case when ${isAsBefore} then ${set.requestedBy ?? null}::uuid else ${optOutChecks.requestedBy} end`,
        confirmedCount: sql`case when ${isAsBefore} then ${set.confirmedCount ?? null}::int else ${optOutChecks.confirmedCount} end`,
        confirmedAt: sql`case when ${isAsBefore} then ${set.confirmedAt?.toISOString() ?? null}::timestamptz else ${optOutChecks.confirmedAt} end`,
      })
      .where(eq(optOutChecks.locationId, locationId));
    await notifyLive(tx, { locationId, event: 'status' });
  });
}
