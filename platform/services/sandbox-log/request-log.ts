import type { Clock } from '#platform/base/clock-and-ids.ts';
import type { NamedStatement, PlatformDatabase } from '#platform/db/client.ts';
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
  /** Writes all requests added before. */
  flush(): Promise<void>;
}

/** What is kept, by all processes together. */
export const logLimits = { requests: 5_000, attempts: 2_000, hours: 24, bodyCharacters: 8_192 } as const;

/** SQL: when the oldest entry was made. */
export const oldestLogged = `now() - interval '${logLimits.hours} hours'`;

const pathCharacters = 2_000;
const flushEveryMs = 200;
const trimEvery = 500;
/** Beyond it, older ones are dropped: the database does not answer. */
const mostWaiting = 2_000;

/** Cuts a text, and replaces what PostgreSQL cannot store. */
export const cutText = (text: string, length: number = logLimits.bodyCharacters): string =>
  text.slice(0, length).toWellFormed().replaceAll('\u0000', '\ufffd');

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

/** Opens the log of a sandbox. Requests are written together, some times a second, so that each costs little. */
export function openRequestLog({ db, clock, log }: { db: PlatformDatabase; clock: Clock; log: Log }): RequestLog {
  let waiting: LoggedRequest[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let untrimmed = 0;

  async function write(requests: LoggedRequest[]): Promise<void> {
    await db.find(insert, [JSON.stringify(requests.map(toStorable))]);
    untrimmed += requests.length;
    if (untrimmed < trimEvery) return;
    untrimmed = 0;
    await db.find(trim, []);
  }

  async function writeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const requests = waiting;
      waiting = [];
      await write(requests).catch((error: unknown) => log.warn({ error }, 'requests of the sandbox were not logged'));
    }
    writing = undefined;
  }

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length > 0) writing ??= writeWaiting();
    return writing ?? Promise.resolve();
  };

  return {
    clock,
    add: (request) => {
      waiting.push(request);
      if (waiting.length > mostWaiting) waiting.shift();
      timer ??= setTimeout(flush, flushEveryMs);
    },
    flush,
  };
}

const toStorable = (request: LoggedRequest): LoggedRequest => ({
  ...request,
  path: cutText(request.path, pathCharacters),
  requestBody: request.requestBody && cutText(request.requestBody),
  answerBody: request.answerBody && cutText(request.answerBody),
});
