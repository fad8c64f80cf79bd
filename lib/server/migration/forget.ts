import 'server-only';
import { and, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { MemberKey } from '#lib/server/base/member-key.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { migrationRows, migrationRuns } from '#lib/server/db/schema/migration.ts';
import { dayMs } from '#shared/calendar/durations.ts';

/** Long enough to compare the results with the old system. */
const keepMs = 90 * dayMs;

/** Removes both ids of a member from the rows of all runs. The rows stay, for the counts; those still waiting are not sent. */
export async function forgetMigrationsOf(tx: Queryable, { locationId, accountId }: MemberKey): Promise<void> {
  await tx
    .update(migrationRows)
    .set({
      accountId: null,
      legacyUserId: null,
      problem: 'erased',
      state: sql`case when ${migrationRows.state} = 'waiting' then 'notFound' else ${migrationRows.state} end`,
    })
    .where(isMigrationRowOf(tx, { locationId, accountId }));
}

/** SQL condition: the rows of a member in all runs, also those that have not been sent yet and have no account id. */
export function isMigrationRowOf(tx: Queryable, { locationId, accountId }: MemberKey): SQL | undefined {
  const here = eq(migrationRows.locationId, locationId);
  const userIds = tx
    .select({ id: migrationRows.legacyUserId })
    .from(migrationRows)
    .where(and(here, eq(migrationRows.accountId, accountId)));
  return and(here, or(eq(migrationRows.accountId, accountId), inArray(migrationRows.legacyUserId, userIds)));
}

/** Deletes runs that ended long ago, with their rows. */
export async function forgetOldMigrations(db: Queryable, now: number): Promise<void> {
  await db.delete(migrationRuns).where(lt(migrationRuns.endedAt, new Date(now - keepMs)));
}
