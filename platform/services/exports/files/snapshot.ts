import pg from 'pg';
import copy from 'pg-copy-streams';
import { connectWithinMs } from '#platform/db/client.ts';
import { openClient } from '#shared/database/connection.ts';
import type { JobKey } from './job-key.ts';

/** A snapshot of the database: all statements see the same state. */
export interface Snapshot {
  /**
   * Takes the snapshot, or a newer one, limited to the rows of the chain.
   * @returns whether it contains the start of the attempt, and so everything committed before it
   */
  take(fileTry: { job: JobKey; fileName: string }): Promise<boolean>;
  /** The output of a COPY to standard output. The row count is known once all of it was read. */
  copy(statement: string, values: readonly string[]): { pieces: AsyncIterable<Buffer>; rowCount(): number };
  /** Closes the connection, which also aborts a running COPY. */
  close(): Promise<void>;
}

const longestAnswerMs = 60_000;
/**
 * Timeout before the first chunk of a COPY and between two chunks. PostgreSQL may sort a year of events for minutes,
 * after it sent the CSV header.
 */
const longestPieceMs = 5 * 60_000;

/** Opens its own connection, because those of the pools have a short statement_timeout. */
export async function openSnapshot(databaseUrl: string, longestSilenceMs = longestPieceMs): Promise<Snapshot> {
  const client = openClient(databaseUrl, {
    name: 'front desk export',
    connectWithinMs,
    longestAnswerMs,
  });
  await client.connect();
  return {
    take: async ({ job, fileName }) => {
      await client.query(
        'ROLLBACK; BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL ROLE front_desk_platform',
      );
      await client.query("SELECT set_config('app.chain_id', $1, true)", [job.chainId]);
      const { rowCount } = await client.query(
        'SELECT FROM export_jobs WHERE chain_id = $1 AND gym_id = $2 AND job_id = $3 AND file_name = $4',
        [job.chainId, job.gymId, job.jobId, fileName],
      );
      return rowCount === 1;
    },
    copy: (statement, values) => {
      const stream = copy.to(withValues(statement, values));
      return { pieces: answerTo(stream, client, longestSilenceMs), rowCount: () => stream.rowCount };
    },
    close: () => client.end(),
  };
}

/**
 * Starts the query only when the reader starts: before that, the end of the connection would go unnoticed. A silent
 * network reports no error, so the connection is closed after the timeout. The reader's own time does not count.
 */
async function* answerTo(
  stream: copy.CopyToStreamQuery,
  client: pg.Client,
  longestSilenceMs: number,
): AsyncIterable<Buffer> {
  client.query(stream);
  const giveUpLater = () => setTimeout(() => void client.end(), longestSilenceMs);
  let silence = giveUpLater();
  try {
    for await (const piece of stream) {
      clearTimeout(silence);
      yield piece;
      silence = giveUpLater();
    }
  } finally {
    clearTimeout(silence);
  }
}

/** Inlines the values, because COPY takes no parameters. */
const withValues = (statement: string, values: readonly string[]) =>
  statement.replaceAll(/\$(\d)/g, (_, place) => pg.escapeLiteral(values[Number(place) - 1] ?? ''));
