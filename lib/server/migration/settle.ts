import 'server-only';
import { and, eq, inArray, min, sql } from 'drizzle-orm';
import { findForgotten } from '#lib/server/base/forgotten.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { requireLocation } from '#lib/server/base/locations.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { isRow } from '#lib/server/db/row-key.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { type MigrationRunRow, migrationRows, migrationRuns } from '#lib/server/db/schema/migration.ts';
import { upsertMembers } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { backoffMs, busyDelayMs } from '#lib/server/due/backoff.ts';
import { renewLease } from '#lib/server/lease/lease.ts';
import type { RowState } from '#lib/wire/migration.ts';
import type { Migrating, RunLease } from './lease.ts';
import { type AnsweredRow, isForbidden, isUndone, type Judgement } from './row-answers.ts';

/** The longest backoff of a run while the platform is unavailable. */
const longestWaitMs = 60_000;
/**
 * The run gives up a row that fails this often while the platform answers other requests. The delays add up to 13½ minutes, so that a
 * temporary fault of this operation, which is not the row's, may pass.
 */
const mostFailures = 10;

/** The new values of a row. In the state `waiting` it is retried. */
interface Settled {
  line: number;
  state: RowState;
  legacyUserId: number | null;
  accountId: string | null;
  problem: string | null;
  failures: number;
  nextAttemptAt: Date;
  settledAt: Date | null;
}

interface Batch {
  lease: RunLease;
  answered: readonly AnsweredRow[];
  judgement: Judgement;
  askedAt: Date;
}

/**
 * Stores the results of a batch, and the members that the platform returned in the directory.
 * @returns whether the run may have more rows to send now
 */
export async function settleBatch(desk: Migrating, { lease, answered, judgement, askedAt }: Batch): Promise<boolean> {
  return desk.db.transaction(async (tx) => {
    const now = new Date(desk.clock());
    const run = await renewLease(tx, { lease, now });
    if (!run) return false;
    if (judgement.kind === 'rows') await keepRows(tx, lease, judgement.rows, { askedAt, now });
    await takeBackAttempts(tx, lease, answered);
    switch (judgement.kind) {
      case 'pauses':
        await markForbidden(tx, lease, answered);
        if (run.state === 'running') await change(tx, lease, { state: 'paused', pausedBecause: judgement.because });
        return false;
      case 'waits':
        await change(tx, lease, waitOf(run, judgement.because, now));
        return false;
      case 'rows':
        await change(tx, lease, { waitsFor: null, failures: 0 });
        return run.state === 'running';
    }
  });
}

function waitOf(run: MigrationRunRow, because: MigrationRunRow['waitsFor'], now: Date) {
  if (because === 'busy') return { waitsFor: because, nextAttemptAt: new Date(now.getTime() + busyDelayMs) };
  const failures = run.failures + 1;
  const nextAttemptAt = new Date(now.getTime() + Math.min(longestWaitMs, backoffMs(failures)));
  return { waitsFor: because, failures, nextAttemptAt };
}

/** Finishes a run without waiting rows; otherwise makes it due at the time of its next row. */
export async function finishOrWait(desk: Migrating, lease: RunLease): Promise<void> {
  await desk.db.transaction(async (tx) => {
    const now = new Date(desk.clock());
    const run = await renewLease(tx, { lease, now });
    if (run?.state !== 'running') return;
    const isWaiting = and(isOfRun(lease), eq(migrationRows.state, 'waiting'));
    const [next] = await tx
      .select({ at: min(migrationRows.nextAttemptAt) })
      .from(migrationRows)
      .where(isWaiting);
    if (next?.at) return change(tx, lease, { nextAttemptAt: next.at });
    await change(tx, lease, { state: 'finished', endedAt: now, waitsFor: null });
    await notifyLive(tx, { locationId: lease.key.locationId, event: 'members' });
  });
}

/** Only an attempt that may have migrated the member counts: after it, the member is no proof that they were there before. */
async function takeBackAttempts(tx: Queryable, lease: RunLease, answered: readonly AnsweredRow[]): Promise<void> {
  const lines = answered.filter(({ answer }) => isUndone(answer)).map(({ row }) => row.line);
  if (lines.length === 0) return;
  await tx
    .update(migrationRows)
    .set({ attempts: sql`${migrationRows.attempts} - 1` })
    .where(and(isOfRun(lease), inArray(migrationRows.line, lines), eq(migrationRows.state, 'waiting')));
}

/** Stores on waiting rows that they were forbidden: if they are again after the run is resumed, that is their result. */
async function markForbidden(tx: Queryable, lease: RunLease, answered: readonly AnsweredRow[]): Promise<void> {
  const problems = answered
    .filter(isForbidden)
    .map(({ row: { line }, answer }) => ({ line, problem: answer.kind === 'refused' ? answer.problem : null }));
  await tx.execute(sql`
    update ${migrationRows} r set problem = f.problem
      from jsonb_to_recordset(${JSON.stringify(problems)}::jsonb) as f(line int, problem text)
     where r.location_id = ${lease.key.locationId} and r.run_id = ${lease.key.id} and r.line = f.line
       and r.state = 'waiting'`);
}

async function change(tx: Queryable, { key }: RunLease, values: Partial<MigrationRunRow>): Promise<void> {
  await tx.update(migrationRuns).set(values).where(isRow(migrationRuns, key));
}

async function keepRows(
  tx: Queryable,
  lease: RunLease,
  rows: readonly AnsweredRow[],
  { askedAt, now }: { askedAt: Date; now: Date },
): Promise<void> {
  const { locationId } = lease.key;
  const accounts = new Map(
    rows.flatMap(({ answer }) =>
      answer.kind === 'done' && answer.account ? [[answer.account.accountId, answer.account] as const] : [],
    ),
  );
  const accountIds = [...accounts.keys()];
  const forgotten = await findForgotten(tx, { locationId, accountIds, since: askedAt });
  const known = await findKnown(tx, locationId, accountIds);
  const migrated = [...accounts.values()].filter(({ membership }) => membership);
  if (migrated.length > 0) {
    const location = await requireLocation(tx, locationId);
    const joined = migrated.map((account) => memberOf(account, location));
    await upsertMembers(tx, { locationId, members: joined, askedAt });
  }
  const settled = rows.map((row) => settle(row, { known, forgotten, now }));
  await writeRows(tx, lease, settled);
}

async function findKnown(tx: Queryable, locationId: string, accountIds: string[]): Promise<ReadonlySet<string>> {
  if (accountIds.length === 0) return new Set();
  const known = await tx
    .select({ accountId: members.accountId })
    .from(members)
    .where(and(eq(members.locationId, locationId), inArray(members.accountId, accountIds)));
  return new Set(known.map(({ accountId }) => accountId));
}

interface Circumstances {
  known: ReadonlySet<string>;
  forgotten: ReadonlySet<string>;
  now: Date;
}

function settle({ row, answer }: AnsweredRow, { known, forgotten, now }: Circumstances): Settled {
  const { line, legacyUserId, failures, nextAttemptAt } = row;
  const kept = { line, legacyUserId, accountId: null, problem: null, failures, nextAttemptAt, settledAt: now };
  switch (answer.kind) {
    case 'done': {
      const accountId = answer.account?.accountId ?? null;
      // erased in the meantime: the row keeps no id
      if (accountId !== null && forgotten.has(accountId)) {
        return { ...kept, state: 'migrated', legacyUserId: null, problem: 'erased' };
      }
      // after a retry, the account may be known only because of an earlier attempt whose answer was lost
      const isKnown = row.attempts === 1 && accountId !== null && known.has(accountId);
      return { ...kept, state: isKnown ? 'alreadyThere' : 'migrated', accountId };
    }
    case 'notFound':
    case 'refused':
      return { ...kept, state: answer.kind, problem: answer.problem };
    case 'notPermitted':
      return { ...kept, state: 'waiting', settledAt: null };
    case 'later':
      return { ...kept, ...postpone(failures, answer.because === 'busy', now) };
  }
}

function postpone(failures: number, isBusy: boolean, now: Date) {
  if (isBusy) return { state: 'waiting', nextAttemptAt: now, settledAt: null } as const;
  const failed = failures + 1;
  if (failed >= mostFailures) return { state: 'refused', problem: 'platformFails', failures: failed } as const;
  const nextAttemptAt = new Date(now.getTime() + backoffMs(failed));
  return { state: 'waiting', failures: failed, nextAttemptAt, settledAt: null } as const;
}

async function writeRows(tx: Queryable, { key }: RunLease, settled: readonly Settled[]): Promise<void> {
  // the redundant condition on `line` keeps the planner from scanning the whole run for a few rows
  const lines = sql.join(
    settled.map(({ line }) => sql`${line}`),
    sql`, `,
  );
  await tx.execute(sql`
    update ${migrationRows} r
       set state = s.state, legacy_user_id = s."legacyUserId", account_id = s."accountId", problem = s.problem,
           failures = s.failures, next_attempt_at = s."nextAttemptAt", settled_at = s."settledAt"
      from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb)
        as s(line int, state text, "legacyUserId" bigint, "accountId" text, problem text, failures int,
             "nextAttemptAt" timestamptz, "settledAt" timestamptz)
     where r.location_id = ${key.locationId} and r.run_id = ${key.id} and r.line = s.line and r.line in (${lines})
       and r.state = 'waiting'`);
}

const isOfRun = ({ key }: RunLease) =>
  and(eq(migrationRows.locationId, key.locationId), eq(migrationRows.runId, key.id));
