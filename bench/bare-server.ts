import http from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/**
 * What the platform is compared with: a server that answers the given bytes, and, with a statement, asks PostgreSQL
 * once for each request through the same driver, prepared. Told over IPC, run as a process of its own.
 */
interface Task {
  body: string;
  statement?: { url: string; text: string; values: unknown[] };
}

process.once('message', ({ body, statement }: Task) => {
  const pool = statement && new pg.Pool({ connectionString: statement.url, max: 20 });
  const bytes = Buffer.from(body);
  const headers = { 'content-type': 'application/json', 'content-length': bytes.length };
  const server = http.createServer(async (_request, response) => {
    if (pool && statement) await pool.query({ name: 'row', text: statement.text, values: statement.values });
    response.writeHead(200, headers).end(bytes);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port)); // safe because: it listens on TCP
});
process.on('disconnect', () => process.exit(0));
