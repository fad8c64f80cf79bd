import pg from 'pg';

/** The network lost a statement or its response: its outcome is unknown. */
class SilentDatabase extends Error {
  override name = 'SilentDatabase';
  readonly code = 'ETIMEDOUT';
}

const keepAliveAfterMs = 10_000;
/**
 * A committed transaction must be on disk, and on the standby if there is one. A server with a stricter setting keeps
 * it.
 */
const waitForStandby =
  "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') in ('off', 'local', 'remote_write')";

interface ConnectionNeeds {
  /** Name in pg_stat_activity. */
  name: string;
  /** Timeout for opening the connection. */
  connectWithinMs: number;
  /** Timeout of a response. It must be longer than the server's own statement_timeout, whose error says more. */
  longestAnswerMs: number;
  /** Statements that a pool runs first on every connection. A pooler may reject them as startup parameters. */
  setUp?: string;
  /** Called with the SQLSTATE of every error of the server, in addition to the statement's own error. */
  onRefusal?: ((sqlState: string | undefined) => void) | undefined;
  /** The name under which a statement with parameters is prepared; undefined for one that is not. */
  nameOf?: ((text: string) => string | undefined) | undefined;
}

/** The connection settings of a program, for a pool, a single client and pg-boss. */
export function connectionTo(
  url: string,
  { name, connectWithinMs, longestAnswerMs, setUp = '', onRefusal, nameOf }: ConnectionNeeds,
) {
  return {
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    Client: clientThatWaits({ longestAnswerMs, onRefusal, nameOf }),
    onConnect: async (client: pg.ClientBase) => void (await client.query(`${waitForStandby}; ${setUp}`)),
  };
}

/** One connection, outside any pool. */
export function openClient(url: string, needs: Omit<ConnectionNeeds, 'setUp'>): pg.Client {
  const { Client, onConnect: _, ...config } = connectionTo(url, needs);
  return new Client(config);
}

/**
 * A connection that cannot crash this process and never makes a caller wait forever.
 * - pg-pool listens for errors of idle connections only. If a connection breaks within a transaction, the error event
 * would be unhandled and end the process. Here the failing statement reports the error.
 * - A silent network reports no error. pg's own query_timeout would fail the statement but leave the connection in
 * the pool, with the response still to come. Here the connection is closed, and the pool opens another one.
 */
const clientThatWaits = ({
  longestAnswerMs,
  onRefusal,
  nameOf,
}: Pick<ConnectionNeeds, 'longestAnswerMs' | 'onRefusal' | 'nameOf'>) =>
  class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      this.on('error', () => {});
      if (onRefusal) this.connection.on('errorMessage', ({ code }: pg.DatabaseError) => onRefusal(code));
      const ask = this.query.bind(this) as Ask; // safe because: arguments are passed on, the first perhaps with a name
      const queryWithTimeout: Ask = (...question) => {
        const giveUp = setTimeout(() => this.connection.stream.destroy(new SilentDatabase()), longestAnswerMs);
        const [statement, values] = question;
        if (nameOf && isStatement(statement) && Array.isArray(values) && values.length > 0)
          question[0] = { ...statement, name: statement.name || nameOf(statement.text) };
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
      this.query = queryWithTimeout as typeof this.query; // safe because: it returns what the replaced function returns
    }
  };

type Ask = (...question: unknown[]) => unknown;

const isStatement = (asked: unknown): asked is pg.QueryConfig =>
  typeof asked === 'object' && asked !== null && 'text' in asked;
