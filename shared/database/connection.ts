import pg from 'pg';

/** The network swallowed a statement or its answer: nothing is known of what became of it. */
class SilentDatabase extends Error {
  override name = 'SilentDatabase';
  readonly code = 'ETIMEDOUT';
}

const keepAliveAfterMs = 10_000;
/** What was acknowledged is on the disk, and on the standby where there is one. A server that waits for more is left so. */
const waitForStandby =
  "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') in ('off', 'local', 'remote_write')";

interface ConnectionNeeds {
  /** As PostgreSQL lists it in pg_stat_activity. */
  name: string;
  /** How long opening the connection may take. */
  connectWithinMs: number;
  /** How long an answer may take at most. Longer than the server's own statement_timeout, whose error says more. */
  longestAnswerMs: number;
  /** Statements that a pool begins every connection with. As parameters of the start a pooler may refuse them. */
  setUp?: string;
  /** Hears the SQLSTATE of whatever the server refuses, beside whoever asked. */
  onRefusal?: ((sqlState: string | undefined) => void) | undefined;
}

/** How a program connects, whoever opens the connection: a pool, a client of its own, or pg-boss. */
export function connectionTo(
  url: string,
  { name, connectWithinMs, longestAnswerMs, setUp = '', onRefusal }: ConnectionNeeds,
) {
  return {
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    Client: clientThatWaits(longestAnswerMs, onRefusal),
    onConnect: async (client: pg.ClientBase) => void (await client.query(`${waitForStandby}; ${setUp}`)),
  };
}

/** One connection, outside any pool. */
export function openClient(url: string, needs: Omit<ConnectionNeeds, 'setUp'>): pg.Client {
  const { Client, onConnect: _, ...config } = connectionTo(url, needs);
  return new Client(config);
}

/**
 * A connection that neither ends this process nor keeps anybody waiting for ever.
 *
 * - pg-pool listens for errors only while nobody has the connection: one that broke in the middle of a transaction would be
 *   an error that nobody handles, which ends the process. Whoever has it hears of it by the statement that fails.
 * - A network that goes silent reports nothing. pg's own query_timeout would fail the statement and leave the connection
 *   in the pool, the answer still to come; here the connection ends with it, and the pool opens another one.
 */
const clientThatWaits = (longestAnswerMs: number, onRefusal: ConnectionNeeds['onRefusal']) =>
  class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      this.on('error', () => {});
      if (onRefusal) this.connection.on('errorMessage', ({ code }: pg.DatabaseError) => onRefusal(code));
      const ask = this.query.bind(this) as Ask; // safe because: what comes in goes on as it came
      const askForAWhile: Ask = (...question) => {
        const giveUp = setTimeout(() => this.connection.stream.destroy(new SilentDatabase()), longestAnswerMs);
        const onAnswer = question.at(-1);
        if (typeof onAnswer === 'function') {
          return ask(...question.slice(0, -1), (...answer: unknown[]) => {
            clearTimeout(giveUp);
            onAnswer(...answer);
          });
        }
        const answer = ask(...question);
        if (answer instanceof Promise) answer.finally(() => clearTimeout(giveUp)).catch(() => {});
        else clearTimeout(giveUp);
        return answer;
      };
      this.query = askForAWhile as typeof this.query; // safe because: it answers as the one it replaces
    }
  };

type Ask = (...question: unknown[]) => unknown;
