import { createHash } from 'node:crypto';
import type { Ids } from '#platform/base/clock-and-ids.ts';
import { openProcess } from '#platform/testing/open-process.ts';
import type { TestPlatform } from '#platform/testing/platform.ts';

/** Asks, and notes request and answer. @returns the answer's JSON, if it is any */
// biome-ignore lint/suspicious/noExplicitAny: a drive reads the few ids that it goes on with
export type AskRecorded = (request: string, body?: unknown, headers?: Record<string, string>) => Promise<any>;

interface Recorder {
  ask: AskRecorded;
  /** How many answers are noted. */
  count(): number;
  text(): string;
}

/** Longer bodies are noted by their beginning and their digest. */
const longestBody = 3_000;
const shownOfLong = 400;

const requestIdHeader = 'x-request-id';

/** Ciphertexts, which differ each time. */
const sealed = /\bv1\.[\w-]{20,}/g;

/** Ids in the order in which they are asked for. */
const countedIds = (): Ids => {
  let count = 0;
  return {
    uuid: () => {
      count += 1;
      return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
    },
    bytes: (length) => {
      count += 1;
      return createHash('shake256', { outputLength: length }).update(String(count)).digest();
    },
  };
};

/**
 * Asks a process of the platform whose clock stands still, and notes each answer byte by byte, save ciphertexts and the id of
 * the request. Each request finds the bucket of its key full.
 * @param credentials the headers of every request
 */
export function openRecorder(platform: TestPlatform, credentials: Record<string, string>): Recorder {
  const app = openProcess(platform, { ids: countedIds() });
  const notes: string[] = [];
  const headers = new Map<string, string>();

  const nameOf = (set: string): string => {
    const known = headers.get(set) ?? `headers ${headers.size + 1}`;
    headers.set(set, known);
    return known;
  };

  const ask: AskRecorded = async (request, body, others = {}) => {
    await platform.rows('DELETE FROM rate_buckets');
    const [method = '', address = ''] = request.split(' ');
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await app.request(address, {
      method,
      headers: { ...credentials, ...(sent === undefined ? {} : { 'content-type': 'application/json' }), ...others },
      body: sent ?? null,
    });
    const text = await response.text();
    const told = [...response.headers].filter(([name]) => name !== requestIdHeader);
    const set = told.map(([name, value]) => `  ${name}: ${value}`).join('\n');
    const requestId = response.headers.get(requestIdHeader) ?? '(no id)';
    const noted = text.replaceAll(sealed, '(sealed)').replaceAll(requestId, '(id of the request)');
    const asked = [request, ...(sent === undefined ? [] : [sent]), ...Object.keys(others)].join(' ');
    notes.push(`${asked.replaceAll(sealed, '(sealed)')}\n  ${response.status}, ${nameOf(set)}: ${shorten(noted)}`);
    return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : undefined;
  };

  const legend = () => [...headers].map(([set, name]) => `${name}\n${set}`);
  return { ask, count: () => notes.length, text: () => `${[...notes, ...legend()].join('\n')}\n` };
}

function shorten(text: string): string {
  if (text.length <= longestBody) return text;
  const digest = createHash('sha256').update(text).digest('hex');
  return `${text.slice(0, shownOfLong)} … ${text.length} characters, SHA-256 ${digest}`;
}
