import pg from 'pg';
import { UserError } from '#programs/base/user-error.ts';

const connectWithinMs = 10_000;
/** Other clients of a pooler can hide, in a single round, that it shares connections. */
const rounds = 3;

/**
 * Verifies that a program can work on the database that its variable names.
 * @throws UserError with the problem to fix: the address, the server that responds, a pooler in the wrong mode
 */
export async function checkExternalDatabase(variable: string, url: string): Promise<void> {
  const clients: pg.Client[] = [];
  try {
    const [one, other] = [newClient(url), newClient(url)];
    clients.push(one, other);
    for (const client of clients) await client.connect();
    if (await areSessionsShared(one, other)) {
      throw new UserError(
        `${variable} leads to a pooler that gives a session's connection to others between transactions: set its ` +
          'pool_mode to session (PgBouncer) for this database, or name PostgreSQL itself.',
      );
    }
  } catch (error) {
    const mistake = describeMistake(error, variable, url);
    throw mistake ? new UserError(mistake) : error;
  } finally {
    for (const client of clients) void client.end().catch(() => {});
  }
}

function newClient(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'front-desk check',
    connectionTimeoutMillis: connectWithinMs,
    query_timeout: connectWithinMs,
  });
  client.on('error', () => {}); // the current statement fails and reports it
  return client;
}

/**
 * Locks, roles and LISTEN belong to a session. Behind a pooler in transaction mode, two concurrent clients share one
 * backend, or one client uses several.
 */
async function areSessionsShared(one: pg.Client, other: pg.Client): Promise<boolean> {
  for (let round = 0; round < rounds; round += 1) {
    const before = await readBackend(one);
    try {
      await other.query('begin');
    } catch (error) {
      if (isProtocolViolation(error)) return true; // statement pooling allows no transactions at all
      throw error;
    }
    const held = await readBackend(other);
    // a pooler with a single connection would block this query until the other client's transaction ends
    const isShared = held === before || (await readBackend(one)) !== before;
    await other.query('rollback');
    if (isShared) return true;
  }
  return false;
}

async function readBackend(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

const isProtocolViolation = (error: unknown) => error instanceof pg.DatabaseError && error.code === '08P01';

/** A URL may name its host in a parameter, such as the directory of a socket, which `URL` does not parse. */
function hostOf(url: string): string {
  const { host } = new pg.Client({ connectionString: url });
  return URL.canParse(url) ? new URL(url).host || host : host;
}

/** Errors of parsing the URL; the message may contain the URL itself. */
const isUnreadable = (error: unknown) =>
  error instanceof URIError || (error instanceof TypeError && 'code' in error && error.code === 'ERR_INVALID_URL');

function describeMistake(error: unknown, variable: string, url: string): string | undefined {
  if (isUnreadable(error)) {
    return `${variable} is no address of a database: correct it, or percent-encode its password, as %2F for "/".`;
  }
  const host = hostOf(url);
  if (error instanceof pg.DatabaseError) {
    const [, parameter] = /unsupported startup parameter[^:]*: (\S+)/.exec(error.message) ?? [];
    if (parameter) {
      return (
        `The pooler at ${host} does not take the start parameter "${parameter}" of ${variable}: take it out of the ` +
        'address, or let the pooler ignore it (ignore_startup_parameters of PgBouncer).'
      );
    }
    return error.severity === 'FATAL' ? `PostgreSQL at ${host} refuses ${variable}: ${error.message}.` : undefined;
  }
  const isUnanswered = error instanceof Error && ('code' in error || /timeout|terminated/.test(error.message));
  return isUnanswered && !(error instanceof UserError)
    ? `No PostgreSQL answers at ${host}: start it, or correct ${variable}.`
    : undefined;
}
