import 'server-only';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '#lib/db/client.ts';
import { migrationRows, migrationRuns } from '#lib/db/schema/migration.ts';
import type { RowState } from '#lib/wire/migration.ts';

/** A row as its result is told. */
export interface RowResult {
  line: number;
  legacyUserId: number | null;
  state: RowState;
  accountId: string | null;
  problem: string | null;
  firstLine: number | null;
}

/** In which words results are written. */
export interface ResultWords {
  separator: ',' | ';';
  /** Of the columns: row, user id, result, account, explanation. */
  headings: readonly string[];
  stateOf(row: RowResult): string;
  explain(row: RowResult): string;
}

const rowsAtOnce = 2_000;
const first = alias(migrationRows, 'first');

export async function hasMigration(db: Queryable, locationId: string, runId: string): Promise<boolean> {
  const isRun = and(eq(migrationRuns.locationId, locationId), eq(migrationRuns.id, runId));
  return (await db.$count(migrationRuns, isRun)) > 0;
}

/** The results of a list as CSV, a row for each of its rows, in the order of the list. */
export async function* writeResults(
  db: Queryable,
  locationId: string,
  runId: string,
  words: ResultWords,
): AsyncGenerator<string> {
  const write = (cells: readonly (string | number | null)[]) =>
    `${cells.map((cell) => quote(String(cell ?? ''))).join(words.separator)}\r\n`;
  // spreadsheets take a file without it for one of their own alphabet
  yield `\uFEFF${write(words.headings)}`;
  for (let after = 0; ; ) {
    const rows = await readResults(db, locationId, runId, after);
    if (rows.length === 0) return;
    yield rows
      .map((row) => write([row.line, row.legacyUserId, words.stateOf(row), row.accountId, words.explain(row)]))
      .join('');
    after = rows.at(-1)?.line ?? Number.POSITIVE_INFINITY;
  }
}

/** Spreadsheets run what begins so. */
const isFormula = /^[=+\-@\t\r]/;
const quote = (text: string): string => {
  const safe = isFormula.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A repeated row says what became of the first one. */
function readResults(db: Queryable, locationId: string, runId: string, after: number): Promise<RowResult[]> {
  const { line, legacyUserId, state, problem, firstLine } = migrationRows;
  return db
    .select({ line, legacyUserId, state, problem, firstLine, accountId: first.accountId })
    .from(migrationRows)
    .leftJoin(
      first,
      and(
        eq(first.locationId, migrationRows.locationId),
        eq(first.runId, migrationRows.runId),
        eq(first.line, sql`coalesce(${firstLine}, ${line})`),
      ),
    )
    .where(and(eq(migrationRows.locationId, locationId), eq(migrationRows.runId, runId), gt(line, after)))
    .orderBy(asc(line))
    .limit(rowsAtOnce);
}
