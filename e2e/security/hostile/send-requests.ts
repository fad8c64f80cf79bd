import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { longestWaitMs } from '#shared/testing/limits.ts';
import type { ProgramName, Watched } from './watch-programs.ts';

/** One request that a stranger may send. */
export interface Hostile {
  /** Its label: the program and the interface. */
  group: `${ProgramName}, ${string}`;
  url: string;
  init: { method?: string; body?: string; headers?: Record<string, string> };
  /** Sends each byte of the body separately. */
  isInPieces?: boolean;
  /** A valid request: if this one were refused, all similar ones would be refused before their content is checked. */
  isRight?: boolean;
  /** The sender has no permission: it is refused for that, whatever else is wrong with it. */
  isUnauthorized?: boolean;
  /** For this sender the endpoint does not exist. */
  isNowhere?: boolean;
}

interface Row {
  requests: number;
  /** The number of responses by status; other outcomes by name. */
  statuses: Map<string, number>;
  longestMs: number;
}

interface Told {
  rows: Map<string, Row>;
  /** Requests with an unexpected response, as reported. */
  wrong: string[];
}

/** The interval at which the rate limit allows a further request of a key. */
const refillMs = 500;

/** Sends the requests one after the other. */
export async function sendRequests(requests: readonly Hostile[]): Promise<Told> {
  const told: Told = { rows: new Map(), wrong: [] };
  for (const request of requests) note(told, request, await ask(request));
  return told;
}

/** The allowed statuses for invalid and for valid requests. */
const statuses = [
  200, 201, 204, 301, 303, 304, 307, 308, 400, 401, 403, 404, 405, 409, 413, 415, 416, 422, 429, 431,
].map(String);
/** The response of an overloaded program, with `Retry-After`. */
const isFull = '503, later';
/**
 * The response of a desk whose platform did not answer, with the error code: a page retries such a read, and so does
 * this test.
 */
const isRetryable = '503, retryable: ';

interface Heard {
  /** For a server action including the code of its result: its errors are values, sent with 200. */
  status: string;
  tookMs: number;
}

async function ask(request: Hostile): Promise<Heard> {
  const firstAt = performance.now();
  for (;;) {
    const startedAt = performance.now();
    const status = await (request.isInPieces ? sendInPieces(request) : send(request)).catch(nameOf);
    const heard = { status, tookMs: Math.round(performance.now() - startedAt) };
    const isLimited = status === '429' && /version|export/.test(request.group);
    const isRetried = status.startsWith(isRetryable) && performance.now() - firstAt < longestWaitMs;
    if (!isLimited && !isRetried) return heard;
    await sleep(refillMs);
  }
}

async function send({ url, init }: Hostile): Promise<string> {
  const signal = AbortSignal.timeout(longestWaitMs);
  const answer = await fetch(url, { redirect: 'manual', ...init, signal });
  const text = await answer.text();
  if (answer.status === 503 && /^\d+$/.test(answer.headers.get('retry-after') ?? '')) return isFull;
  const [, trouble] = /^\{"ok":false,"error":\{"code":"(\w+)",.*"retryable":true/.exec(text) ?? [];
  if (answer.status === 503 && trouble) return isRetryable + trouble;
  if (answer.headers.get('location')?.includes('/sign-in')) return `${answer.status} to sign-in`;
  const [, isOk, code = 'ok'] = /^\d+:\{"ok":(?:(true)|false,"error":\{"code":"(\w+)")/m.exec(text) ?? [];
  const isAction = init.headers?.['next-action'] !== undefined && (isOk !== undefined || code !== 'ok');
  return isAction ? `${answer.status} ${code}` : String(answer.status);
}

/** @returns the status. If a refused body is still being sent, the connection may end before the response */
function sendInPieces({ url, init }: Hostile): Promise<string> {
  const { method, headers, body = '' } = init;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const sent = http.request(url, { method, headers, signal: AbortSignal.timeout(longestWaitMs) }, (answer) => {
    answer.resume().once('close', () => resolve(String(answer.statusCode)));
  });
  sent.once('error', reject).once('socket', (socket) => socket.setNoDelay());
  for (const byte of Buffer.from(body)) sent.write(Buffer.of(byte));
  sent.end();
  return promise;
}

/** If a body that is too long is still being sent, the connection may end before the response. */
function nameOf(error: Error & { code?: string; cause?: { code?: string } }): string {
  const code = error.cause?.code ?? error.code ?? '';
  return ['EPIPE', 'ECONNRESET'].includes(code) ? 'cut' : `${error.name} ${code}`.trim();
}

function note(told: Told, request: Hostile, { status, tookMs }: Heard): void {
  const { group, url, init } = request;
  const row = told.rows.get(group) ?? { requests: 0, statuses: new Map(), longestMs: 0 };
  told.rows.set(group, row);
  row.requests += 1;
  row.statuses.set(status, (row.statuses.get(status) ?? 0) + 1);
  row.longestMs = Math.max(row.longestMs, tookMs);
  const isCut = status === 'cut' && (init.body?.length ?? 0) > 60_000;
  if (isCut || status === isFull || isForeseen(request, status)) return;
  // the report contains no session
  const headers = JSON.stringify({ ...init.headers, ...(init.headers?.cookie && { cookie: '…' }) });
  told.wrong.push(`${status} ${whatIs(request)}${url.slice(0, 300)} ${headers} ${init.body?.slice(0, 200)}`);
}

function whatIs({ isRight, isUnauthorized, isNowhere }: Hostile): string {
  if (isRight) return 'of a valid request, ';
  if (isNowhere) return 'to a sender for whom there is no such endpoint, ';
  return isUnauthorized ? 'to a sender without permission, ' : '';
}

function isForeseen({ isRight, isUnauthorized, isNowhere }: Hostile, status: string): boolean {
  if (isNowhere) return /^404\b/.test(status);
  if (isRight) return /^(2\d\d|303)$/.test(status);
  if (isUnauthorized) return /^40[13]$/.test(status);
  const [number = '', code] = status.split(' ');
  return statuses.includes(number) && code !== 'unexpected';
}

/** The sum of several results. */
export function addTold(parts: readonly Told[]): Told {
  const sum: Told = { rows: new Map(), wrong: parts.flatMap(({ wrong }) => wrong) };
  for (const [group, row] of parts.flatMap(({ rows }) => [...rows])) {
    const before = sum.rows.get(group);
    if (!before) sum.rows.set(group, { ...row, statuses: new Map(row.statuses) });
    else add(before, row);
  }
  return sum;
}

function add(row: Row, more: Row): void {
  row.requests += more.requests;
  row.longestMs = Math.max(row.longestMs, more.longestMs);
  for (const [status, count] of more.statuses) row.statuses.set(status, (row.statuses.get(status) ?? 0) + count);
}

/** The table of `docs/security.md`. */
export function tableOf({ rows }: Told, { longestMs, memory }: Pick<Watched, 'longestMs' | 'memory'>): string {
  const lines = [...rows].map(([group, row]) => {
    const told = [...row.statuses].sort(([a], [b]) => a.localeCompare(b));
    const answers = told.map(([status, count]) => `${status} × ${count}`).join(', ');
    return `| ${group} | ${row.requests} | ${answers} | ${row.longestMs} ms |`;
  });
  const ofHealth = Object.entries(longestMs).map(
    ([program, ms]) => `| ${program}, \`/health\` meanwhile | – | 200 | ${ms} ms |`,
  );
  const ofMemory = Object.entries(memory).map(
    ([program, { idleMB, grownMB, boundMB }]) =>
      `| ${program} | ${idleMB ?? '–'} MB | ${grownMB ?? '–'} MB | ${boundMB} MB |`,
  );
  return [
    '| interface, sender | requests | responses | longest |',
    '|---|---|---|---|',
    ...lines,
    ...ofHealth,
    '',
    '| memory | before | grew by at most | allowed |',
    '|---|---|---|---|',
    ...ofMemory,
  ].join('\n');
}
