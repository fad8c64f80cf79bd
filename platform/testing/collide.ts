import pg from 'pg';
import { expect } from 'vitest';
import { openDatabase } from '#platform/db/client.ts';
import { longestTestMs } from '#shared/testing/limits.ts';
import { until } from '#shared/testing/until.ts';
import type { TestPlatform } from './platform.ts';

/**
 * Makes requests collide: stops all of them after their reads, before they write to a table, and releases them at
 * once.
 */
export const collideAt = <T>(platform: TestPlatform, table: string, requests: (() => Promise<T>)[]): Promise<T[]> =>
  collideWith(platform, `LOCK TABLE ${table} IN SHARE MODE`, requests);

/** Starts requests during a transaction, and ends it when all of them wait for it. */
export const collideWith = <T>(
  platform: TestPlatform,
  statement: string,
  requests: (() => Promise<T>)[],
): Promise<T[]> =>
  during(platform, statement, async (commit) => {
    const answers = Promise.all(requests.map((request) => request()));
    answers.catch(() => {}); // it may be rejected before the commit is confirmed
    await untilLocked(platform, requests.length);
    await commit();
    return await answers;
  });

/**
 * Negative control of attempts that an advisory lock serializes: without that lock, all of them count the earlier ones
 * before one of them is added to the table.
 * @param attemptIn one attempt, with a database that has a connection for each
 */
export async function collideUnserialized<T>(
  platform: TestPlatform,
  { table, times }: { table: string; times: number },
  attemptIn: (db: TestPlatform['db'], index: number) => Promise<T>,
): Promise<T[]> {
  const database = new URL(platform.url).pathname.slice(1);
  await platform.rows(`CREATE FUNCTION public.pg_advisory_xact_lock(bigint) RETURNS void LANGUAGE sql AS 'SELECT'`);
  // a lock on the table would stop them before they count: they first delete old rows
  await platform.rows(`CREATE FUNCTION public.wait_for_all() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NULL; END'`);
  await platform.rows(`CREATE TRIGGER together BEFORE INSERT ON ${table} EXECUTE FUNCTION public.wait_for_all()`);
  // for new connections
  await platform.rows(`ALTER DATABASE "${database}" SET search_path = public, pg_catalog`);
  // the first one waits until the last one has come, however slow the machine is
  const db = openDatabase({ url: platform.url, maxConnections: times, longestStatementMs: longestTestMs });
  try {
    const attempts = Array.from({ length: times }, (_, i) => () => attemptIn(db, i));
    return await collideWith(platform, 'SELECT pg_catalog.pg_advisory_xact_lock(1)', attempts);
  } finally {
    await db.close();
    await platform.rows(`ALTER DATABASE "${database}" RESET search_path`);
    await platform.rows('DROP FUNCTION public.wait_for_all() CASCADE');
    await platform.rows('DROP FUNCTION public.pg_advisory_xact_lock(bigint)');
  }
}

/** Does something during another transaction, which is rolled back afterwards unless it was committed. */
export async function during<T>(
  platform: TestPlatform,
  statement: string,
  work: (commit: () => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const holder = new pg.Client({ connectionString: platform.url });
  await holder.connect();
  try {
    await holder.query(`BEGIN; ${statement}`);
    return await work(() => holder.query('COMMIT'));
  } finally {
    await holder.end();
  }
}

/**
 * Does something while every statement that comes to a moment waits there until `goOn` is called, or the work has ended.
 * @param moment of a trigger, for example `AFTER DELETE ON accounts FOR EACH ROW`
 */
export async function whileHeldAt<T>(
  platform: TestPlatform,
  moment: string,
  work: (goOn: () => Promise<unknown>) => Promise<T>,
): Promise<T> {
  await platform.rows(`CREATE FUNCTION wait_here() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN PERFORM pg_advisory_xact_lock_shared(42); RETURN NEW; END'`);
  await platform.rows(`CREATE TRIGGER waits ${moment} EXECUTE FUNCTION wait_here()`);
  try {
    return await during(platform, 'SELECT pg_advisory_xact_lock(42)', work);
  } finally {
    await platform.rows('DROP FUNCTION wait_here() CASCADE');
  }
}

/**
 * Does something while a trigger calls a function with this body.
 * @param moment of a statement, for example `BEFORE DELETE ON webhooks`
 */
export async function whileTriggered<T>(
  platform: TestPlatform,
  { moment, body }: { moment: string; body: string },
  work: () => Promise<T>,
): Promise<T> {
  await platform.rows(
    `CREATE FUNCTION interfere() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} RETURN NULL; END $$`,
  );
  await platform.rows(`CREATE TRIGGER interferes ${moment} FOR EACH STATEMENT EXECUTE FUNCTION interfere()`);
  try {
    return await work();
  } finally {
    await platform.rows('DROP FUNCTION interfere() CASCADE');
  }
}

/** Refuses statements that delete more than 2,000 deliveries. */
export const noLargeDeletion = {
  moment: 'AFTER DELETE ON webhook_deliveries REFERENCING OLD TABLE AS gone',
  body: "IF (SELECT count(*) FROM gone) > 2000 THEN RAISE EXCEPTION 'too many at once'; END IF;",
};

/** Waits until this many connections wait for a lock. */
export const untilLocked = (platform: TestPlatform, count = 1): Promise<void> =>
  until(async () => {
    const [held] = await platform.rows<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    expect(held?.count).toBe(count);
  });
