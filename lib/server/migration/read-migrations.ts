import 'server-only';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { migrationRows, migrationRuns } from '#lib/server/db/schema/migration.ts';
import { staff } from '#lib/server/db/schema/staff.ts';
import { type MigrationOverview, type MigrationRun, rowStates } from '#lib/wire/migration.ts';

const mostRuns = 20;
/** The window over which the rate is measured; long enough that the initial burst of the rate limit drops out soon. */
const windowMs = 20_000;

/** The migration runs of a location, newest first. */
export async function readMigrations({ desk, actor }: LocationContext): Promise<MigrationOverview> {
  const { db } = desk;
  const locationId = actor.location.id;
  const now = desk.clock();
  const runs = await db
    .select({ run: migrationRuns, by: staff.name })
    .from(migrationRuns)
    .leftJoin(staff, eq(staff.id, migrationRuns.startedBy))
    .where(eq(migrationRuns.locationId, locationId))
    .orderBy(desc(migrationRuns.startedAt), desc(migrationRuns.id))
    .limit(mostRuns);
  const counted = await countRows(db, locationId);
  const described = runs.map(async ({ run, by }): Promise<MigrationRun> => {
    const { id, state, pausedBecause, waitsFor, startedAt, endedAt } = run;
    return {
      id,
      state,
      pausedBecause,
      waitsFor,
      startedBy: by,
      startedAt: startedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      counts: Object.fromEntries(
        rowStates.map((rowState) => [rowState, counted.get(`${id} ${rowState}`) ?? 0]),
      ) as MigrationRun['counts'], // safe because: every state is named
      perSecond: state === 'running' && waitsFor === null ? await readRate(db, locationId, id, now) : null,
    };
  });
  return { runs: await Promise.all(described) };
}

async function countRows(db: Queryable, locationId: string): Promise<ReadonlyMap<string, number>> {
  const { runId, state } = migrationRows;
  const counts = await db
    .select({ runId, state, count: sql<number>`count(*)`.mapWith(Number) })
    .from(migrationRows)
    .where(eq(migrationRows.locationId, locationId))
    .groupBy(runId, state);
  return new Map(counts.map((row) => [`${row.runId} ${row.state}`, row.count]));
}

/** Rows settled per second since the first one settled within the window. */
async function readRate(db: Queryable, locationId: string, runId: string, now: number): Promise<number | null> {
  const { settledAt } = migrationRows;
  const isOfRun = and(eq(migrationRows.locationId, locationId), eq(migrationRows.runId, runId));
  const [recent] = await db
    .select({
      count: sql<number>`count(*)`.mapWith(Number),
      firstAt: sql<Date | null>`min(${settledAt})`.mapWith(settledAt),
    })
    .from(migrationRows)
    .where(and(isOfRun, gt(settledAt, new Date(now - windowMs))));
  const tookMs = recent?.firstAt ? now - recent.firstAt.getTime() : 0;
  return recent && recent.count > 1 && tookMs >= 1_000 ? (recent.count * 1_000) / tookMs : null;
}
