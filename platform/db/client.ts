import { setTimeout as wait } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { connectionTo } from '#shared/database/connection.ts';
import { databaseErrorOf } from '#shared/database/database-error.ts';
import { openBatch } from './batch.ts';
import { isErrorOfOne } from './error-of-one.ts';

/** Timeout for opening a connection. */
export const connectWithinMs = 10_000;

/** Drizzle on one connection. */
export type Sql = NodePgDatabase;

/** A statement. With a name, it is prepared once per connection; the name must always stand for the same text. */
export interface Statement {
  name?: string;
  text: string;
}

/** A prepared statement, for the look-ups on the path of every scan. */
export interface NamedStatement extends Statement {
  name: string;
}

/**
 * A prepared statement that answers several questions at once. Its parameters are arrays, one for each value of a
 * question. Each row has the position of its question, from 1, as `place`.
 */
export type BatchStatement = NamedStatement;

/** The rows of one chain. Row-level security hides the rows of all other chains, whatever a statement selects. */
export interface ChainDatabase {
  readonly chainId: string;
  /** Runs one statement. It is prepared if it has a name. */
  find<Row extends object>(statement: Statement, values: unknown[]): Promise<Row[]>;
  /**
   * Answers a question in one statement together with those of other requests. The statement's first parameter is the
   * chain.
   */
  findInBatch<Row extends object>(statement: BatchStatement, values: unknown[]): Promise<Row[]>;
  /** Runs statements without a common transaction. None of them sees uncommitted changes of another transaction. */
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Runs the work in one transaction. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
}

/** Connections of a pool, and how many requests wait for one. */
export interface PoolUse {
  total: number;
  idle: number;
  waiting: number;
}

export interface PlatformDatabase {
  chain(chainId: string): ChainDatabase;
  /** Statements on the tables that belong to no chain: credentials, rate buckets. */
  find<Row extends object>(statement: NamedStatement, values: unknown[]): Promise<Row[]>;
  /**
   * Answers a question in one statement together with those of other requests, on the same tables. Questions with the
   * same `oncePer` are asked one after the other, for a statement that can change a row only once.
   */
  findInBatch<Row extends object>(statement: BatchStatement, values: unknown[], oncePer?: string): Promise<Row[]>;
  /** Runs statements without a common transaction, on the same tables. */
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Runs the work in one transaction, on the same tables. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  use(): PoolUse;
  close(): Promise<void>;
}

interface DatabaseOptions {
  url: string;
  maxConnections?: number;
  /** How long the server works at a statement, in milliseconds. A transaction may be idle for twice as long. */
  longestStatementMs?: number;
  /** Timeout of a statement. After it, the connection is closed. */
  longestAnswerMs?: number;
  /** Called when an idle connection breaks. */
  onIdleError?: (error: Error) => void;
}

/** Opens a pool. Its connections use the role to which row-level security applies. */
export function openDatabase({
  maxConnections = 10,
  longestStatementMs = 15_000,
  longestAnswerMs = longestStatementMs + 2_000,
  ...options
}: DatabaseOptions): PlatformDatabase {
  const limits = { longestStatementMs, longestAnswerMs };
  const pool = openPool('front_desk_platform', { ...options, ...limits, maxConnections });
  const chainOf = new WeakMap<pg.PoolClient, string>();

  const withClient = <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => withClientOf(pool, work);

  const withChain = <T>(chainId: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
    withClient(async (client) => {
      if (chainOf.get(client) !== chainId) {
        chainOf.delete(client);
        await client.query("SELECT set_config('app.chain_id', $1, false)", [chainId]);
        chainOf.set(client, chainId);
      }
      return work(client);
    });

  const batches = new Map<string, ReturnType<typeof openBatch>>();

  function findInBatch<Row extends object>(
    name: string,
    run: (columns: unknown[][]) => Promise<(Row & { place: number })[]>,
    ...question: [values: unknown[], oncePer?: string]
  ): Promise<Row[]> {
    let ask = batches.get(name);
    if (!ask) {
      ask = openBatch({ run, isOfOne: isErrorOfOne, onIdle: () => batches.delete(name) });
      batches.set(name, ask);
    }
    return ask(...question) as Promise<Row[]>; // safe because: these are the rows of `run`
  }

  return {
    chain: (chainId) => ({
      chainId,
      findInBatch: (statement, values) =>
        findInBatch(
          `${statement.name} ${chainId}`,
          (columns) => withChain(chainId, (client) => findOn(client, statement, [chainId, ...columns])),
          values,
        ),
      find: (statement, values) => withChain(chainId, (client) => findOn(client, statement, values)),
      read: (work) => withChain(chainId, (client) => work(sqlOn(client))),
      transaction: (work) => withChain(chainId, (client) => sqlOn(client).transaction((tx) => work(tx))),
    }),
    find: (statement, values) => findOn(pool, statement, values),
    findInBatch: (statement, ...question) =>
      findInBatch(statement.name, (columns) => findOn(pool, statement, columns), ...question),
    read: (work) => withClient((client) => work(sqlOn(client))),
    transaction: (work) => withClient((client) => sqlOn(client).transaction((tx) => work(tx))),
    use: () => useOf(pool),
    close: () => pool.end(),
  };
}

/** The operator's view of all chains, for commands that an operator of the platform runs. */
export interface OperatorDatabase {
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * A plain connection, for what Drizzle does not support: COPY. The work must end every transaction that it begins.
   */
  onConnection<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>;
  use(): PoolUse;
  /**
   * Accepts no new work and waits for the running work: without a limit, or for `withinMs`. PostgreSQL rolls back
   * what is still running when the process ends.
   */
  close(options?: { withinMs?: number }): Promise<void>;
}

export function openOperatorDatabase({
  maxConnections = 2,
  longestAnswerMs = 10 * 60_000,
  ...options
}: DatabaseOptions): OperatorDatabase {
  const pool = openPool('front_desk_operator', { ...options, maxConnections, longestAnswerMs });
  return {
    transaction: (work) => withClientOf(pool, (client) => sqlOn(client).transaction((tx) => work(tx))),
    onConnection: (work) => withClientOf(pool, work),
    use: () => useOf(pool),
    close: async ({ withinMs } = {}) => {
      const ended = pool.end();
      await (withinMs === undefined ? ended : Promise.race([ended, wait(withinMs, undefined, { ref: false })]));
    },
  };
}

const useOf = ({ totalCount, idleCount, waitingCount }: pg.Pool): PoolUse => ({
  total: totalCount,
  idle: idleCount,
  waiting: waitingCount,
});

const drizzleOf = new WeakMap<pg.PoolClient, Sql>();

function sqlOn(client: pg.PoolClient): Sql {
  const known = drizzleOf.get(client);
  if (known) return known;
  const sql = drizzle({ client, casing: 'snake_case' });
  drizzleOf.set(client, sql);
  return sql;
}

/**
 * Always gives the connection back, but removes a broken one from the pool. Drizzle on a pool would never give back a
 * connection whose BEGIN failed.
 */
async function withClientOf<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    return await work(client);
  } catch (error) {
    isBroken = isClosing(error);
    throw error;
  } finally {
    client.release(isBroken);
  }
}

function openPool(
  role: 'front_desk_platform' | 'front_desk_operator',
  {
    url,
    maxConnections,
    longestStatementMs,
    longestAnswerMs,
    onIdleError = () => {},
  }: DatabaseOptions & Required<Pick<DatabaseOptions, 'maxConnections' | 'longestAnswerMs'>>,
): pg.Pool {
  const limits =
    longestStatementMs === undefined
      ? ''
      : `SET statement_timeout = ${longestStatementMs}; SET idle_in_transaction_session_timeout = ${2 * longestStatementMs}`;
  const pool = new pg.Pool({
    ...connectionTo(url, {
      name: 'front desk platform',
      connectWithinMs,
      longestAnswerMs,
      setUp: `SET ROLE ${role}; SET TIME ZONE 'UTC'; ${limits}`,
    }),
    max: maxConnections,
    types: { getTypeParser },
  });
  pool.on('error', onIdleError);
  return pool;
}

async function findOn<Row extends object>(
  connection: pg.Pool | pg.PoolClient,
  { name, text }: Statement,
  values: unknown[],
): Promise<Row[]> {
  const { rows } = await connection.query({ name, text, values });
  return rows as Row[]; // safe because: the statement selects what its caller says
}

/** Dates stay text. 64-bit integers become numbers: all of ours are far below 2^53. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (oid === pg.types.builtins.DATE) return (value: string) => value;
  if (oid === pg.types.builtins.INT8) return Number;
  return pg.types.getTypeParser(oid, format as 'text'); // safe because: the overloads differ in the format alone
};

/**
 * The codes with which PostgreSQL closes a connection: refused, ended by an operator or a time limit. Its severity FATAL
 * is in the language of the server.
 */
const closingCodes = /^(08|28|57P|53300|25P0[34])/;

/** The pool itself removes a connection whose socket has failed. */
const isClosing = (error: unknown): boolean => closingCodes.test(databaseErrorOf(error)?.code ?? '');
