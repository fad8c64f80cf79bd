import 'server-only';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { byteOrderMark, type CsvSeparator, csvRow } from '#lib/server/csv/write-csv.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { migrationRows, migrationRuns } from '#lib/server/db/schema/migration.ts';
import type { RowState } from '#lib/wire/migration.ts';

/** A row with its result. */
interface RowResult {
  line: number;
  legacyUserId: number | null;
  state: RowState;
  accountId: string | null;
  problem: string | null;
  firstLine: number | null;
}

/** The translated words of a results file. */
interface ResultWords {
  separator: CsvSeparator;
  /** Of the columns: row, user id, result, account, explanation. */
  headings: readonly string[];
  stateOf(row: RowResult): string;
  explain(row: RowResult): string;
}

const rowsAtOnce = 2_000;
const first = alias(migrationRows, 'first');

export async function hasMigration(
  db: Queryable,
  { locationId, runId }: { locationId: string; runId: string },
): Promise<boolean> {
  const isRun = and(eq(migrationRuns.locationId, locationId), eq(migrationRuns.id, runId));
  return (await db.$count(migrationRuns, isRun)) > 0;
}

/** The results of a run as CSV, one row for each row of the list, in its order. */
export async function* writeResults(
  db: Queryable,
  { locationId, runId, words }: { locationId: string; runId: string; words: ResultWords },
): AsyncGenerator<string> {
  const write = (cells: readonly (string | number | null)[]) => csvRow(cells, words.separator);
  yield byteOrderMark + write(words.headings);
  for (let after = 0; ; ) {
    const rows = await readResults(db, locationId, runId, after);
    if (rows.length === 0) return;
    yield rows
      .map((row) => write([row.line, row.legacyUserId, words.stateOf(row), row.accountId, words.explain(row)]))
      .join('');
    after = rows.at(-1)?.line ?? Number.POSITIVE_INFINITY;
  }
}

/** A repeated row has the account of its first occurrence. */
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

const states = ['waiting', 'migrated', 'alreadyThere', 'notFound', 'refused', 'invalid', 'repeated'] as const;
const explanations = [
  'waiting',
  'migrated',
  'unnamed',
  'alreadyThere',
  'account',
  'membership',
  'platformFails',
  'refused',
  'notAnId',
  'shortened',
  'outOfRange',
  'repeated',
  'erased',
] as const;
type Explanation = (typeof explanations)[number];
type ResultKey =
  | `headings.${'row' | 'userId' | 'result' | 'account' | 'explanation'}`
  | `states.${(typeof states)[number]}`
  | `explanations.${Explanation}`;

/** Translates a key of `migration.results`, with its values filled in. */
type SayResult = (key: ResultKey, values: { line: string; code: string }) => string;

export function resultWords(say: SayResult, separator: ResultWords['separator']): ResultWords {
  const none = { line: '', code: '' };
  const heading = (name: 'row' | 'userId' | 'result' | 'account' | 'explanation') => say(`headings.${name}`, none);
  return {
    separator,
    headings: [heading('row'), heading('userId'), heading('result'), heading('account'), heading('explanation')],
    stateOf: ({ state }) => say(`states.${state}`, none),
    explain: (row) =>
      say(`explanations.${explanationOf(row)}`, { line: String(row.firstLine ?? ''), code: row.problem ?? '' }),
  };
}

function explanationOf({ state, problem, accountId }: RowResult): Explanation {
  if (state === 'migrated' && problem === null && accountId === null) return 'unnamed';
  if (state === 'repeated' && problem === null) return 'repeated';
  const known = explanations.find((name) => name === problem);
  if (known) return known;
  return state === 'refused' ? 'refused' : (explanations.find((name) => name === state) ?? 'refused');
}
