import type pg from 'pg';
import { openClient } from '#shared/database/connection.ts';
import { connectWithinMs } from './client.ts';

/** Before any platform was in use. */
const start = Date.UTC(2026, 0, 1);

/**
 * Moves the sequences of a restored database past the numbers that were given out after its backup: clients and desks
 * know them as those of other members, tasks, webhooks and gyms.
 *
 * Nothing says how many those were. So each sequence is moved by one for every second since a fixed day, and one with
 * 32 bits, of gyms and products, by one for every minute. That is more than a backup lacks, and later ever more: a second restore of
 * the same backup repeats numbers that were given out after the first only if those were more than one for every second, or minute,
 * between the two.
 * @param client of the owner of the tables
 */
export async function skipNumbers(client: pg.ClientBase, now: Date): Promise<void> {
  const seconds = Math.max(0, Math.floor((now.getTime() - start) / 1000));
  await client.query(
    `SELECT setval(sequence, nextval(sequence) + CASE data_type WHEN 'integer'::regtype THEN $2::bigint ELSE $1 END)
     FROM (SELECT format('%I.%I', schemaname, sequencename)::regclass AS sequence, data_type
           FROM pg_sequences WHERE schemaname = 'public') sequences`,
    [seconds, Math.floor(seconds / 60)],
  );
}

/** Opens a connection as the login itself: the role of the other commands may not change sequences. */
export async function skipNumbersAt(url: string, now: Date): Promise<void> {
  const client = openClient(url, { name: 'front desk commands', connectWithinMs, longestAnswerMs: 12_000 });
  try {
    await client.connect();
    await skipNumbers(client, now);
  } finally {
    await client.end();
  }
}
