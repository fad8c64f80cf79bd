import type { NamedStatement, PlatformDatabase } from '#platform/db/client.ts';
import type { FaultEffect, LoggedInterface } from '#platform/db/schema/sandbox-log.ts';
import { oldestLogged, type RequestLog } from './request-log.ts';

/** What the services of the log work with. */
interface LogContext {
  db: PlatformDatabase;
  log: RequestLog;
}

/** A request as it is stored. */
export interface RequestRow {
  number: number;
  requestId: string;
  at: Date;
  durationMs: number;
  interface: LoggedInterface;
  operation: string | null;
  method: string;
  path: string;
  credential: string | null;
  gymId: string | null;
  /** Null if the connection was closed without a response: by a rule, which `fault` then tells, or by the client. */
  status: number | null;
  fault: FaultEffect | null;
  requestBody: string | null;
  answerBody: string | null;
}

/** Which requests are listed; absent: all. */
interface RequestFilter {
  interface?: LoggedInterface | undefined;
  operation?: string | undefined;
  credential?: string | undefined;
  gymId?: string | undefined;
  /** The lowest and the highest status; `none` for requests without a response. */
  status?: { from: number; to: number } | 'none' | undefined;
  /** The number of a request: older ones are listed. */
  before?: number | undefined;
  limit: number;
}

const columns = `number, request_id AS "requestId", at, duration_ms AS "durationMs", interface, operation, method, path,
  credential, gym_id AS "gymId", status, fault, request_body AS "requestBody", answer_body AS "answerBody"`;

const list: NamedStatement = {
  name: 'list_sandbox_requests',
  text: `SELECT ${columns} FROM sandbox_requests
    WHERE at >= ${oldestLogged} AND ($1::text IS NULL OR interface = $1) AND ($2::text IS NULL OR operation = $2)
      AND ($3::text IS NULL OR credential = $3) AND ($4::uuid IS NULL OR gym_id = $4)
      AND ($5::int IS NULL OR status BETWEEN $5 AND $6) AND (NOT $7::boolean OR status IS NULL)
      AND ($8::bigint IS NULL OR number < $8)
    ORDER BY number DESC LIMIT $9`,
};

const get: NamedStatement = {
  name: 'get_sandbox_request',
  text: `SELECT ${columns} FROM sandbox_requests WHERE at >= ${oldestLogged} AND request_id = $1`,
};

/** The newest requests of all processes. Those of another process may be missing for a fraction of a second. */
export async function listRequests({ db, log }: LogContext, filter: RequestFilter): Promise<RequestRow[]> {
  await log.flush();
  const { interface: name, operation, credential, gymId, status, before, limit } = filter;
  const [from, to] = status === 'none' || !status ? [undefined, undefined] : [status.from, status.to];
  const among = [name, operation, credential, gymId, from, to, status === 'none', before, limit];
  return db.find<RequestRow>(list, among);
}

/** @returns undefined if there is none with this id, or no more */
export async function findRequest({ db, log }: LogContext, requestId: string): Promise<RequestRow | undefined> {
  await log.flush();
  const [found] = await db.find<RequestRow>(get, [requestId]);
  return found;
}
