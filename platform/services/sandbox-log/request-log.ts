import type { Clock } from '#platform/base/clock-and-ids.ts';
import type { NamedStatement, PlatformDatabase } from '#platform/db/client.ts';
import { isErrorOfOne } from '#platform/db/error-of-one.ts';
import type { FaultEffect, LoggedInterface } from '#platform/db/schema/sandbox-log.ts';
import type { Log } from '#shared/log/log.ts';

/** A request of a sandbox and its response. */
export interface LoggedRequest {
  requestId: string;
  at: Date;
  durationMs: number;
  interface: LoggedInterface;
  operation: string | undefined;
  method: string;
  path: string;
  credential: string | undefined;
  gymId: string | undefined;
  status: number | undefined;
  fault: FaultEffect | undefined;
  requestBody: string | undefined;
  answerBody: string | undefined;
}

export interface RequestLog {
  /** Real time: the clock of a sandbox may be moved. */
  clock: Clock;
  /** Never waits for the database. */
  add(request: LoggedRequest): void;
  /** Writes all requests added before, and none that come meanwhile. */
  flush(): Promise<void>;
}

/** What is kept, by all processes together. */
export const logLimits = { requests: 5_000, attempts: 2_000, hours: 24, bodyCharacters: 8_192 } as const;

/** SQL: when the oldest entry was made. */
export const oldestLogged = `now() - interval '${logLimits.hours} hours'`;

const pathCharacters = 2_000;
const credentialCharacters = 20;
const flushEveryMs = 200;
const trimEvery = 500;
/** Beyond it, older ones are dropped: the database does not answer. */
const mostWaiting = 2_000;

/** Cuts a text, and replaces what PostgreSQL cannot store. A cut one is copied: a slice would keep the whole text in memory. */
export const cutText = (text: string, length: number = logLimits.bodyCharacters): string => {
  const kept = text.length > length ? Buffer.from(text.slice(0, length)).toString() : text.toWellFormed();
  return kept.replaceAll('\u0000', '\ufffd');
};

const insert: NamedStatement = {
  name: 'log_sandbox_requests',
  text: `
    INSERT INTO sandbox_requests (request_id, at, duration_ms, interface, operation, method, path, credential, gym_id,
      status, fault, request_body, answer_body)
    SELECT "requestId", at, "durationMs", interface, operation, method, path, credential, "gymId", status, fault,
      "requestBody", "answerBody"
    FROM json_to_recordset($1) AS request ("requestId" uuid, at timestamptz, "durationMs" float8, interface text,
      operation text, method text, path text, credential text, "gymId" uuid, status int, fault text,
      "requestBody" text, "answerBody" text)`,
};

const trim: NamedStatement = {
  name: 'trim_sandbox_requests',
  text: `
    DELETE FROM sandbox_requests
    WHERE at < ${oldestLogged} OR number <= (SELECT max(number) FROM sandbox_requests) - ${logLimits.requests}`,
};

const refusalLimits = { characters: 100, items: 20 };

/** A refusal that is too long is shortened within its fields, so that its code and its reasons can still be read. */
function cutAnswer(text: string, status: number | undefined): string {
  if (text.length <= logLimits.bodyCharacters || status === undefined || status < 400) return cutText(text);
  const { characters, items } = refusalLimits;
  const shorten = (_: string, value: unknown): unknown => {
    if (typeof value === 'string') return value.length > characters ? `${value.slice(0, characters)}…` : value;
    return Array.isArray(value) ? value.slice(0, items) : value;
  };
  try {
    return cutText(JSON.stringify(JSON.parse(text), shorten));
  } catch {
    return cutText(text);
  }
}

/** Opens the log of a sandbox. Requests are written together, some times a second, so that each costs little. */
export function openRequestLog({ db, clock, log }: { db: PlatformDatabase; clock: Clock; log: Log }): RequestLog {
  let waiting: LoggedRequest[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let untrimmed = trimEvery; // a process that is started again and again would never trim

  const insertAll = (requests: LoggedRequest[]) => db.find(insert, [JSON.stringify(requests)]);
  const report = (error: unknown) => log.warn({ error }, 'requests of the sandbox were not logged');

  /** A request that cannot be stored does not cost the others of its batch. */
  async function insertEach(requests: LoggedRequest[]): Promise<void> {
    for (const request of requests) await insertAll([request]).catch(report);
  }

  async function trimSometimes(count: number): Promise<void> {
    untrimmed += count;
    if (untrimmed < trimEvery) return;
    untrimmed = 0;
    await db.find(trim, []);
  }

  async function write(): Promise<void> {
    const requests = waiting;
    waiting = [];
    if (requests.length === 0) return;
    try {
      await insertAll(requests).catch((error: unknown) => {
        if (!isErrorOfOne(error) || requests.length === 1) throw error;
        return insertEach(requests);
      });
    } catch (error) {
      report(error);
      return;
    }
    await trimSometimes(requests.length).catch((error: unknown) =>
      log.warn({ error }, 'old requests of the sandbox were not deleted'),
    );
  }

  /** Begins a write; if one is under way, the next one begins after it, for all who ask meanwhile. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (!writing) {
      writing = write().finally(() => {
        writing = undefined;
      });
      return writing;
    }
    next ??= writing.then(() => {
      next = undefined;
      return flush();
    });
    return next;
  }

  return {
    clock,
    add: (request) => {
      waiting.push(toStorable(request));
      if (waiting.length > mostWaiting) waiting.shift();
      timer ??= setTimeout(flush, flushEveryMs);
    },
    flush,
  };
}

const toStorable = (request: LoggedRequest): LoggedRequest => ({
  ...request,
  path: cutText(request.path, pathCharacters),
  credential: request.credential && cutText(request.credential, credentialCharacters),
  requestBody: request.requestBody && cutText(request.requestBody),
  answerBody: request.answerBody && cutAnswer(request.answerBody, request.status),
});
