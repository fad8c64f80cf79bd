import { randomBytes, randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { RecordedRequest, RecordedStatement } from './record-statements.ts';

/**
 * The baseline for the gym interface: a server that sends PostgreSQL the statements that the platform sent for such
 * requests, through the same driver and as the same role, and returns the same bytes. Configured over IPC, in a process
 * of its own.
 */
export interface ReplayTask {
  url: string;
  /** Statements that initialize every connection. */
  setUp: string;
  /** Used in rotation. */
  requests: RecordedRequest[];
  /** Ids that are kept; all others are regenerated for every request. If absent, all are kept. */
  constants?: string[];
}

/** The pool size of the platform. */
const maxConnections = 20;

process.once('message', ({ url, setUp, requests, constants }: ReplayTask) => {
  const pool = new pg.Pool({ connectionString: url, max: maxConnections });
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.query(setUp));
  let index = 0;
  const server = http.createServer(async (request, response) => {
    request.resume();
    const recorded = requests[index++ % requests.length];
    if (!recorded) return void response.destroy();
    const renew = constants ? renewing(constants) : (value: unknown) => value;
    await replay(pool, recorded, renew);
    const bytes = Buffer.from(recorded.body);
    const headers = bytes.length > 0 ? { 'content-type': 'application/json', 'content-length': bytes.length } : {};
    response.writeHead(recorded.status, headers).end(bytes);
  });
  // safe because: it listens on TCP
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
process.on('disconnect', () => process.exit(0));

async function replay(pool: pg.Pool, { statements, body }: RecordedRequest, renew: (value: unknown) => unknown) {
  const told = body === '' ? undefined : (JSON.parse(body) as { userId?: string }); // safe because: it is only compared
  const client = await pool.connect();
  let userId: unknown;
  try {
    for (const { name, text, values } of statements) {
      // the values of a batch are in arrays
      const presentOf = (value: unknown): unknown => {
        if (Array.isArray(value)) return value.map(presentOf);
        if (value instanceof Date) return new Date();
        if (userId !== undefined && String(value) === told?.userId) return userId;
        return renew(value);
      };
      const { rows } = await client.query({ name, text, values: values.map(presentOf) } as RecordedStatement &
        pg.QueryConfig);
      userId = rows[0]?.legacy_user_id ?? userId;
    }
  } finally {
    client.release();
  }
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const card = /^0x[0-9A-F]{32}$/;

/** Within one request, the same id is always replaced by the same new id. */
function renewing(constants: readonly string[]): (value: unknown) => unknown {
  const renewed = new Map(constants.map((id) => [id, id]));
  const renew = (known: string, make: () => string) => {
    const id = renewed.get(known) ?? make();
    renewed.set(known, id);
    return id;
  };
  return (value) => {
    if (typeof value !== 'string') return value;
    if (card.test(value)) return renew(value, () => `0x${randomBytes(16).toString('hex').toUpperCase()}`);
    return value.replace(uuid, (id) => renew(id, randomUUID));
  };
}
