import 'server-only';
import { sql } from 'drizzle-orm';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { migrationRows, migrationRuns } from '#lib/server/db/schema/migration.ts';
import { type BadLine, largestFileBytes, type StartOutcome } from '#lib/wire/migration.ts';
import type { MigrationContext } from './change-migration.ts';
import { noticeOfRun } from './lease.ts';
import { badLinesOf, type IdLine, readIdFile } from './read-id-file.ts';

/** Rows inserted by one statement. */
const rowsAtOnce = 5_000;
/** The most invalid rows that the answer names; the results have all of them. */
const mostNamed = 5;

/** Stores a list as a new run, which the background worker processes; nothing is sent to the platform from here. */
export async function startMigration(
  { desk, actor }: MigrationContext,
  { file }: { file: Uint8Array },
): Promise<StartOutcome> {
  const [locationId, staffId] = [actor.location.id, actor.staffId];
  if (file.byteLength > largestFileBytes) return { kind: 'refused', because: 'tooLarge', firstBad: [] };
  const read = readIdFile(file);
  if (!read.ok) return { kind: 'refused', because: read.because, firstBad: firstOf(read.bad) };
  const { lines } = read;
  const runId = desk.newId();
  const now = new Date(desk.clock());
  const bad = badLinesOf(lines);
  const repeated = lines.filter((line) => 'id' in line && line.firstLine !== undefined).length;
  const ids = lines.length - bad.length - repeated;
  return desk.db.transaction(async (tx): Promise<StartOutcome> => {
    // a unique index allows one open run for each location
    const opened = await tx
      .insert(migrationRuns)
      .values({ locationId, id: runId, state: 'running', startedAt: now, startedBy: staffId, nextAttemptAt: now })
      .onConflictDoNothing()
      .returning({ id: migrationRuns.id, notice: noticeOfRun });
    if (opened.length === 0) return { kind: 'underWay' };
    for (let from = 0; from < lines.length; from += rowsAtOnce) {
      await writeLines(tx, { locationId, runId, now }, lines.slice(from, from + rowsAtOnce));
    }
    await writeAudit(tx, desk, { locationId, staffId, action: 'startMigration', reason: String(ids) });
    return { kind: 'started', runId, ids, repeated, bad: bad.length, firstBad: firstOf(bad) };
  });
}

const firstOf = (bad: readonly BadLine[]): BadLine[] => bad.slice(0, mostNamed);

async function writeLines(
  tx: Queryable,
  { locationId, runId, now }: { locationId: string; runId: string; now: Date },
  lines: readonly IdLine[],
): Promise<void> {
  const rows = lines.map((line) =>
    'problem' in line
      ? { line: line.line, state: 'invalid', problem: line.problem }
      : { line: line.line, state: line.firstLine ? 'repeated' : 'waiting', id: line.id, firstLine: line.firstLine },
  );
  const at = now.toISOString();
  await tx.execute(sql`
    insert into ${migrationRows} (location_id, run_id, line, legacy_user_id, first_line, state, problem, next_attempt_at)
    select ${locationId}::uuid, ${runId}::uuid, l.line, l.id, l."firstLine", l.state, l.problem, ${at}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as l(line int, id bigint, "firstLine" int, state text, problem text)`);
}
