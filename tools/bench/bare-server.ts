import http from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/**
 * The baseline for the platform: a server that returns the given bytes and, if there are statements, runs them in
 * PostgreSQL once per request, through the same driver, prepared; several of them in a transaction. Configured over IPC,
 * in a process of its own.
 */
export interface BareTask {
  status: number;
  body: string;
  work?: { url: string; statements: readonly LeastStatement[] };
}

export interface LeastStatement {
  text: string;
  /** Used in rotation. */
  values: unknown[][];
}

/** The pool size of the platform. */
const maxConnections = 20;

process.once('message', ({ status, body, work }: BareTask) => {
  const pool = work && new pg.Pool({ connectionString: work.url, max: maxConnections });
  pool?.on('error', () => {});
  const bytes = Buffer.from(body);
  const headers = bytes.length > 0 ? { 'content-type': 'application/json', 'content-length': bytes.length } : {};
  let index = 0;
  const server = http.createServer(async (request, response) => {
    request.resume();
    if (pool && work) await run(pool, work.statements, index++);
    response.writeHead(status, headers).end(bytes);
  });
  // safe because: it listens on TCP
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
process.on('disconnect', () => process.exit(0));

async function run(pool: pg.Pool, statements: readonly LeastStatement[], index: number): Promise<void> {
  const [only, ...others] = statements.map(({ text, values }, place) => ({
    name: `least ${place}`,
    text,
    values: values[index % values.length],
  }));
  if (only && others.length === 0) return void (await pool.query(only));
  const client = await pool.connect();
  await client.query('BEGIN');
  for (const statement of [only, ...others]) if (statement) await client.query(statement);
  await client.query('COMMIT');
  client.release();
}
