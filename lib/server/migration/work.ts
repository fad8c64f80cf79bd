import 'server-only';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { isInUse } from '#lib/server/base/locations.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { type MigrationRow, migrationRows, migrationRuns } from '#lib/server/db/schema/migration.ts';
import { isDueBy } from '#lib/server/db/set-back.ts';
import { longestBackoffMs } from '#lib/server/due/backoff.ts';
import { type DueWork, openLanes } from '#lib/server/due/lanes.ts';
import type { Due } from '#lib/server/due/worker.ts';
import { ping } from '#lib/server/gym-api/accounts.ts';
import { migrateMember } from '#lib/server/gym-api/migration.ts';
import { releaseLease, renewLease } from '#lib/server/lease/lease.ts';
import { logProblems } from '#lib/server/log/log-context.ts';
import { inOwnContext } from '#lib/server/log/run-in-context.ts';
import { type ClaimedRun, claimRuns, type Migrating, noticeOfRun, type RunLease, runKind } from './lease.ts';
import { type AnsweredRow, answerOf, judge } from './row-answers.ts';
import { finishOrWait, settleBatch } from './settle.ts';

/** Concurrent requests: enough to use up the rate limit of the interface while the platform takes two seconds for each. */
const batchSize = 12;
/** The longest turn of a run; after it, runs of other locations and other processes have theirs. */
const longestTurnMs = 10_000;
/** How long a shutdown of the desk waits for answers. */
const patienceAtStopMs = 2_000;

const isOfLocationInUse = sql`${migrationRuns.locationId} in (select ${locations.id} from ${locations} where ${isInUse})`;

/** Due times are announced; a poll finds the runs of dead processes. */
const lookEveryMs = 10_000;

const migratingMembers = (desk: Migrating): DueWork<ClaimedRun> => ({
  name: 'migrating members',
  broken: 'members could not be migrated',
  take: async (look) => (desk.live.stopping.aborted ? [] : claimRuns(desk.db, { ...look, where: isOfLocationInUse })),
  idOf: ({ lease }) => lease.id,
  locationOf: ({ location }) => location.id,
  work: (run) => workRun(desk, run),
});

/** The due work of migration runs, for the background worker. */
export function migrationsDue(desk: Migrating): Due {
  const work = migratingMembers(desk);
  return { name: work.name, lanes: openLanes(desk, work), lookEveryMs, moments: [{ kind: runKind }] };
}

/** Processes all due runs until none is due. A failure of one run does not affect the others. */
export const workMigrations = (desk: Migrating): Promise<void> => openLanes(desk, migratingMembers(desk)).idle();

/** Processes one run now, if it is due and no process has leased it. */
export async function workMigration(
  { desk, actor: { location } }: LocationContext<Migrating>,
  { runId }: { runId: string },
): Promise<void> {
  const row = { locationId: location.id, id: runId };
  const [run] = await claimRuns(desk.db, { now: new Date(desk.clock()), row });
  if (run) await workRun(desk, run);
}

/**
 * Sends the rows of a run batch by batch while this process holds the lease; no other process sends rows of it. The requests
 * have background priority in the rate limit: requests that a person waits for go first.
 */
async function workRun(desk: Migrating, { lease, location }: ClaimedRun): Promise<void> {
  const endsAt = performance.now() + longestTurnMs;
  let isUnderWay = false;
  let isTurnOver = false;
  let hasFailed = false;
  try {
    for (let goesOn = true; goesOn && !isTurnOver && !desk.live.stopping.aborted; ) {
      const rows = await takeBatch(desk, lease);
      if (!rows) return;
      if (rows.length === 0) return await finishOrWait(desk, lease);
      const askedAt = new Date(desk.clock());
      isUnderWay = true;
      const answered = await unlessStopped(desk.live.stopping, askAll(desk, location, rows));
      // requests are still in flight: the lease is left to expire, so that no other process sends the same rows meanwhile
      if (!answered) return;
      isUnderWay = false;
      const isProven = () => ping(desk.gymClientOf(location)).then(({ ok }) => ok);
      const judgement = await judge(answered, isProven);
      goesOn = await settleBatch(desk, { lease, answered, judgement, askedAt });
      isTurnOver = goesOn && performance.now() >= endsAt;
    }
  } catch (error) {
    hasFailed = true;
    throw error;
  } finally {
    // after a full turn, runs that have waited longer go first
    const also = isTurnOver ? { nextAttemptAt: new Date(desk.clock()) } : {};
    // a run that failed is as due as before, and a notice would have every process repeat it at once
    const told = hasFailed ? {} : { notice: noticeOfRun };
    if (!isUnderWay) await releaseLease(desk.db, { lease, set: also, ...told });
  }
}

/** @returns null where the run was paused or cancelled, or another process has taken the lease over */
async function takeBatch(desk: Migrating, lease: RunLease): Promise<MigrationRow[] | null> {
  return desk.db.transaction(async (tx) => {
    const now = new Date(desk.clock());
    const run = await renewLease(tx, { lease, now });
    if (run?.state !== 'running') return null;
    const { locationId, id: runId } = lease.key;
    const isOfRun = and(eq(migrationRows.locationId, locationId), eq(migrationRows.runId, runId));
    const isWaiting = and(isOfRun, eq(migrationRows.state, 'waiting'));
    const due = await tx
      .select({ line: migrationRows.line })
      .from(migrationRows)
      .where(and(isWaiting, isDueBy(migrationRows.nextAttemptAt, now, longestBackoffMs)))
      .orderBy(asc(migrationRows.nextAttemptAt), asc(migrationRows.line))
      .limit(batchSize);
    if (due.length === 0) return [];
    const lines = due.map(({ line }) => line);
    return tx
      .update(migrationRows)
      .set({ attempts: sql`${migrationRows.attempts} + 1` })
      .where(and(isWaiting, inArray(migrationRows.line, lines)))
      .returning();
  });
}

const askAll = (desk: Migrating, location: Location, rows: readonly MigrationRow[]): Promise<AnsweredRow[]> =>
  Promise.all(
    rows.map((row) =>
      inOwnContext(async () => {
        const { locationId, runId, line, legacyUserId } = row;
        if (legacyUserId === null) throw new Error('A row without a user id must not be sent.');
        const answer = await migrateMember(desk.gymClientOf(location), { legacyUserId, urgency: 'background' });
        logProblems(desk.log, { locationId, runId, line });
        return { row, answer: answerOf(answer) };
      }),
    ),
  );

/** Null where the desk is shutting down and the answers did not arrive within the patience. */
function unlessStopped<T>(stopping: AbortSignal, asked: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const stopped = Promise.withResolvers<null>();
  const begin = () => {
    timer = setTimeout(() => stopped.resolve(null), patienceAtStopMs);
  };
  stopping.addEventListener('abort', begin, { once: true });
  return Promise.race([asked, stopped.promise]).finally(() => {
    stopping.removeEventListener('abort', begin);
    clearTimeout(timer);
  });
}
