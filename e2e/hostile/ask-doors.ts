import fs from 'node:fs';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProgramName, Watched } from './watch-programs.ts';

/** One request that a stranger may send. */
export interface Hostile {
  /** What it is told by: the program and the interface. */
  door: `${ProgramName}, ${string}`;
  url: string;
  init: { method?: string; body?: string; headers?: Record<string, string> };
  /** Each byte of the body is sent by itself. */
  isInPieces?: boolean;
}

interface Row {
  requests: number;
  /** By status, how often; what else became of a request by its name. */
  statuses: Map<string, number>;
  longestMs: number;
  /** Of the program behind it, at its highest until then; null where the machine does not say. */
  mostMB: number | null;
}

interface Told {
  rows: Map<string, Row>;
  /** Requests that were no mistake of whoever sent them, in the words of the program. */
  wrong: string[];
}

const patienceMs = 60_000;
/** A key has so many requests and no more: another one comes in after so long. */
const refillMs = 500;

/** Sends one request after the other. @param pidOf the process that answers at a door */
export async function askDoors(
  requests: readonly Hostile[],
  pidOf: (program: ProgramName) => number | undefined,
): Promise<Told> {
  const told: Told = { rows: new Map(), wrong: [] };
  for (const request of requests) note(told, request, await ask(request));
  for (const [door, row] of told.rows) row.mostMB = mostMemoryMB(pidOf(programOf(door)));
  return told;
}

interface Heard {
  status: string;
  tookMs: number;
}

async function ask(request: Hostile): Promise<Heard> {
  for (;;) {
    const startedAt = performance.now();
    const status = await (request.isInPieces ? sendInPieces(request) : send(request)).catch(nameOf);
    const heard = { status, tookMs: Math.round(performance.now() - startedAt) };
    if (status !== '429' || !/version|export/.test(request.door)) return heard;
    await sleep(refillMs);
  }
}

async function send({ url, init }: Hostile): Promise<string> {
  const signal = AbortSignal.timeout(patienceMs);
  const answer = await fetch(url, { redirect: 'manual', ...init, signal });
  await answer.arrayBuffer();
  return String(answer.status);
}

/** @returns the status; who is still sending what was refused may hear the connection end before the answer */
function sendInPieces({ url, init }: Hostile): Promise<string> {
  const { method, headers, body = '' } = init;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const sent = http.request(url, { method, headers, signal: AbortSignal.timeout(patienceMs) }, (answer) => {
    answer.resume().once('close', () => resolve(String(answer.statusCode)));
  });
  sent.once('error', reject).once('socket', (socket) => socket.setNoDelay());
  for (const byte of Buffer.from(body)) sent.write(Buffer.of(byte));
  sent.end();
  return promise;
}

/** Whoever is still sending what was refused as too long may hear the connection end before the answer. */
function nameOf(error: Error & { code?: string; cause?: { code?: string } }): string {
  const code = error.cause?.code ?? error.code ?? '';
  return ['EPIPE', 'ECONNRESET'].includes(code) ? 'cut' : `${error.name} ${code}`.trim();
}

function note(told: Told, { door, url, init }: Hostile, { status, tookMs }: Heard): void {
  const row = told.rows.get(door) ?? { requests: 0, statuses: new Map(), longestMs: 0, mostMB: null };
  told.rows.set(door, row);
  row.requests += 1;
  row.statuses.set(status, (row.statuses.get(status) ?? 0) + 1);
  row.longestMs = Math.max(row.longestMs, tookMs);
  const isCut = status === 'cut' && (init.body?.length ?? 0) > 60_000;
  if (isCut || /^[234]\d\d$/.test(status)) return;
  told.wrong.push(`${status} ${url} ${JSON.stringify(init.headers)} ${init.body?.slice(0, 200)}`);
}

/** What several heard, as one. */
export function addTold(parts: readonly Told[]): Told {
  const sum: Told = { rows: new Map(), wrong: parts.flatMap(({ wrong }) => wrong) };
  for (const [door, row] of parts.flatMap(({ rows }) => [...rows])) {
    const before = sum.rows.get(door);
    if (!before) sum.rows.set(door, { ...row, statuses: new Map(row.statuses) });
    else add(before, row);
  }
  return sum;
}

function add(row: Row, more: Row): void {
  row.requests += more.requests;
  row.longestMs = Math.max(row.longestMs, more.longestMs);
  row.mostMB = Math.max(row.mostMB ?? 0, more.mostMB ?? 0) || null;
  for (const [status, count] of more.statuses) row.statuses.set(status, (row.statuses.get(status) ?? 0) + count);
}

const programOf = (door: string): ProgramName => (door.startsWith('desk') ? 'desk' : 'platform');

function mostMemoryMB(pid: number | undefined): number | null {
  try {
    const [, kB] = /^VmHWM:\s+(\d+) kB$/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kB === undefined ? null : Math.round(Number(kB) / 1024);
  } catch {
    return null;
  }
}

/** As it stands in `docs/security.md`. */
export function tableOf({ rows }: Told, health: Watched['longestMs']): string {
  const lines = [...rows].map(([door, { requests, statuses, longestMs, mostMB }]) => {
    const told = [...statuses].sort(([a], [b]) => a.localeCompare(b)).map(([status, count]) => `${status} × ${count}`);
    return `| ${door} | ${requests} | ${told.join(', ')} | ${longestMs} ms | ${mostMB ?? '–'} MB |`;
  });
  const ofHealth = Object.entries(health).map(
    ([program, ms]) => `| ${program}, \`/health\` meanwhile | – | 200 | ${ms} ms | – |`,
  );
  return ['| door | requests | answers | longest | most memory |', '|---|---|---|---|---|', ...lines, ...ofHealth].join(
    '\n',
  );
}
