import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type ExportType, exportTypes } from '#contracts/export/events.ts';
import type { OperatorDatabase } from '#platform/db/client.ts';
import { ensureTrainingPartitions } from './partitions.ts';
import { type TrainingEvent, trainingTables } from './training-event.ts';

/** Events per transaction, which are held in memory until then. */
const batchSize = 60_000;
/** Events per turn of the event loop; takes some milliseconds. */
const eventsATurn = 1_000;

/** Rows of `COPY … FROM STDIN` in text format, by type. */
interface TrainingBatch {
  size: number;
  rows: ReadonlyMap<ExportType, readonly string[]>;
  from: Date;
  until: Date;
}

export type EventCounts = Record<ExportType, number>;

/** Batches of events, encoded for the database. Yields to the event loop in between. */
export async function* batchesOf(events: Iterable<TrainingEvent>, size = batchSize): AsyncGenerator<TrainingBatch> {
  let batch = newBatch();
  for (const event of events) {
    batch.rows.get(event.type)?.push(rowOf(event));
    batch.size += 1;
    batch.fromMs = Math.min(batch.fromMs, event.occurredAt.getTime());
    batch.untilMs = Math.max(batch.untilMs, event.occurredAt.getTime());
    if (batch.size % eventsATurn === 0) await nextTurn();
    if (batch.size < size) continue;
    yield finish(batch);
    batch = newBatch();
  }
  if (batch.size > 0) yield finish(batch);
}

const newBatch = () => ({
  size: 0,
  rows: new Map(exportTypes.map((type): [ExportType, string[]] => [type, []])),
  fromMs: Number.POSITIVE_INFINITY,
  untilMs: Number.NEGATIVE_INFINITY,
});

const finish = ({ size, rows, fromMs, untilMs }: ReturnType<typeof newBatch>): TrainingBatch => ({
  size,
  rows,
  from: new Date(fromMs),
  until: new Date(untilMs),
});

const columnsOf = (type: ExportType) => [
  'occurred_at',
  'event_id',
  'account_id',
  ...Object.values(trainingTables[type].measured),
];

const fieldsOf = new Map(
  exportTypes.map((type) => [
    type,
    ['occurredAt', 'eventId', 'accountId', ...Object.keys(trainingTables[type].measured)],
  ]),
);

function rowOf(event: TrainingEvent): string {
  const values: Readonly<Record<string, unknown>> = event;
  let row = '';
  for (const field of fieldsOf.get(event.type) ?? [])
    row += row === '' ? cellOf(values[field]) : `\t${cellOf(values[field])}`;
  return `${row}\n`;
}

const special = /[\\\t\n\r]/g;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'boolean') return value ? 't' : 'f';
  return String(value).replace(special, (character) => escapes[character] ?? character);
}

/**
 * Writes events of a gym in bulk, without the rules for incoming events: any time, any person of the chain. Existing
 * events stay unchanged. Row-level security does not support COPY. Each batch is therefore copied into temporary
 * tables and inserted from there, in the order of time, in its own transaction.
 * @returns how many events were given, and how many of them were new
 */
export async function copyTraining(
  database: OperatorDatabase,
  { chainId, gymId }: { chainId: string; gymId: string },
  batches: AsyncIterable<TrainingBatch>,
): Promise<{ given: EventCounts; written: number }> {
  const given = Object.fromEntries(exportTypes.map((type) => [type, 0])) as EventCounts; // safe because: every type has its count
  let written = 0;
  let writing: Promise<number> = Promise.resolve(0);
  try {
    for await (const batch of batches) {
      // one batch is written while the next one is encoded
      written += await writing;
      writing = writeBatch(database, chainId, gymId, batch);
      writing.catch(() => {}); // avoids an unhandled rejection; the next turn awaits it
      for (const type of exportTypes) given[type] += batch.rows.get(type)?.length ?? 0;
    }
  } finally {
    written += await writing;
  }
  return { given, written };
}

async function writeBatch(
  database: OperatorDatabase,
  chainId: string,
  gymId: string,
  { rows, from, until }: TrainingBatch,
): Promise<number> {
  await database.transaction((sql) => ensureTrainingPartitions(sql, from, until));
  return database.onConnection(async (client) => {
    let written = 0;
    await client.query('BEGIN');
    try {
      for (const [type, lines] of rows) {
        if (lines.length > 0) written += await copyRows(client, chainId, gymId, type, lines);
      }
      if (written > 0) await client.query(analyticsChange, [chainId, gymId, from]);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    }
    return written;
  });
}

/** Analytics read back only as far as training may arrive late, and these events may be older. */
const analyticsChange = 'INSERT INTO analytics_changes (chain_id, gym_id, occurred_at) VALUES ($1, $2, $3)';

async function copyRows(
  client: pg.ClientBase,
  chainId: string,
  gymId: string,
  type: ExportType,
  lines: readonly string[],
): Promise<number> {
  const { table } = trainingTables[type];
  const columns = columnsOf(type).join(', ');
  const incoming = `incoming_${table}`;
  await client.query(`CREATE TEMPORARY TABLE ${incoming} ON COMMIT DROP AS SELECT ${columns} FROM ${table} LIMIT 0`);
  await pipeline(Readable.from(chunksOf(lines)), client.query(copyFrom(`COPY ${incoming} (${columns}) FROM STDIN`)));
  const { rowCount } = await client.query(
    `INSERT INTO ${table} (chain_id, gym_id, recorded_at, ${columns})
     SELECT $1, $2, occurred_at, ${columns} FROM ${incoming} ORDER BY occurred_at
     ON CONFLICT DO NOTHING`,
    [chainId, gymId],
  );
  return rowCount ?? 0;
}

const rowsAChunk = 500;

function* chunksOf(lines: readonly string[]): Generator<Buffer> {
  for (let from = 0; from < lines.length; from += rowsAChunk) {
    yield Buffer.from(lines.slice(from, from + rowsAChunk).join(''));
  }
}
