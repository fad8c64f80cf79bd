import http from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/**
 * The baseline for the platform: a server that returns the given bytes and, if there is a statement, runs it in
 * PostgreSQL once per request, through the same driver, prepared. Configured over IPC, in a process of its own.
 */
export interface BareTask {
  status: number;
  body: string;
  statement?: { url: string; text: string /** Used in rotation. */; values: unknown[][] };
}

/** The pool size of the platform. */
const maxConnections = 20;

process.once('message', ({ status, body, statement }: BareTask) => {
  const pool = statement && new pg.Pool({ connectionString: statement.url, max: maxConnections });
  pool?.on('error', () => {});
  const bytes = Buffer.from(body);
  const headers = bytes.length > 0 ? { 'content-type': 'application/json', 'content-length': bytes.length } : {};
  let index = 0;
  const server = http.createServer(async (request, response) => {
    request.resume();
    if (pool && statement) {
      const values = statement.values[index++ % statement.values.length];
      await pool.query({ name: 'only', text: statement.text, values });
    }
    response.writeHead(status, headers).end(bytes);
  });
  // safe because: it listens on TCP
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
process.on('disconnect', () => process.exit(0));
