import pg from 'pg';
import copy from 'pg-copy-streams';
import { connectWithinMs } from '#platform/db/client.ts';
import { openClient } from '#shared/database/connection.ts';
import type { JobKey } from './job-key.ts';

/** One look at the database: all statements see the same moment. */
export interface Snapshot {
  /**
   * Takes the snapshot, or another one: nothing committed later is in it, and no row of another chain.
   * @returns whether the try has begun in it, and so everything that was committed before that
   */
  take(fileTry: { job: JobKey; fileName: string }): Promise<boolean>;
  /** What a COPY to standard output answers, and how many rows it was once all of it was read. */
  copy(statement: string, values: readonly string[]): { pieces: AsyncIterable<Buffer>; rowCount(): number };
  /** Ends the connection, and with it a COPY under way. */
  close(): Promise<void>;
}

const longestAnswerMs = 60_000;
/** Between two pieces of a COPY, and before the first: PostgreSQL may sort a year for minutes, with the header of a CSV sent. */
const longestPieceMs = 5 * 60_000;

/** Opens a connection of its own, that of the pools having a short statement_timeout. */
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
 * Asks once somebody reads: of a connection that ends before, nobody would hear. A network that goes silent reports nothing:
 * the connection is given up. How long a reader takes does not count.
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

/** COPY takes no parameters. */
const withValues = (statement: string, values: readonly string[]) =>
  statement.replaceAll(/\$(\d)/g, (_, place) => pg.escapeLiteral(values[Number(place) - 1] ?? ''));
