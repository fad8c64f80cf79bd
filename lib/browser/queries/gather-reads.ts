import type { QueryCache, QueryClient } from '@tanstack/react-query';
import { askRead, ReadError, requireRead } from '#lib/browser/base/ask-desk.ts';
import { partOf } from '#lib/wire/reads/address-of.ts';
import type { Read } from '#lib/wire/reads/read.ts';
import { mostTogether, together } from '#lib/wire/reads/together.ts';

interface Asking<Input extends object, Answer> {
  client: QueryClient;
  read: Read<Input, Answer>;
  locationId: string;
  input: Input;
  signal: AbortSignal;
  /** How long the read may wait for others. */
  withinMs: number;
}

/** A read that waits for its request. */
interface Part {
  part: string;
  signal: AbortSignal;
  /** @throws as `requireRead` */
  take(answer: { status: number; body: unknown }): void;
  /** Asks for it in a request of its own. */
  askAlone(): Promise<void>;
  fail(error: unknown): void;
}

interface Gathering {
  parts: Part[];
  /** Sends what has been gathered. */
  timer: ReturnType<typeof setTimeout>;
  /** By `performance.now()`. */
  sendsAt: number;
}

/** By cache, since the sections of a page have clients of their own, and by location. */
const gatherings = new WeakMap<QueryCache, Map<string, Gathering>>();

/** Of errors of reads that one response answered, each with its own: that response. */
const responses = new WeakMap<Error, object>();

/** What the error has in common with those of the reads that failed by the same response. */
export const responseOf = (error: Error): object => responses.get(error) ?? error;

/**
 * Asks the desk for a read, in one request with the reads that the page asks for at the same time, such as after a reconnection: a
 * request costs a busy desk more than most lists do. Each read gets the answer or the error that it would get by itself.
 */
export function askGathered<Input extends object, Answer>(asking: Asking<Input, Answer>): Promise<Answer> {
  const { client, read, locationId, input, signal, withinMs } = asking;
  return new Promise((resolve, reject) => {
    const part: Part = {
      part: partOf(read, input),
      signal,
      take: (answer) => resolve(requireRead(answer, read.isAnswer)),
      askAlone: () => askRead(read, locationId, input, signal).then(resolve, reject),
      fail: reject,
    };
    add(client, locationId, part, withinMs);
  });
}

function add(client: QueryClient, locationId: string, part: Part, withinMs: number): void {
  const cache = client.getQueryCache();
  const ofPage = gatherings.get(cache) ?? new Map<string, Gathering>();
  gatherings.set(cache, ofPage);
  const open = ofPage.get(locationId);
  const send = () => {
    const gathering = ofPage.get(locationId);
    ofPage.delete(locationId);
    if (gathering) sendAll(locationId, gathering.parts);
  };
  const sendsAt = performance.now() + withinMs;
  if (!open) return void ofPage.set(locationId, { parts: [part], timer: setTimeout(send, withinMs), sendsAt });
  open.parts.push(part);
  if (open.sendsAt <= sendsAt) return;
  clearTimeout(open.timer);
  ofPage.set(locationId, { parts: open.parts, timer: setTimeout(send, withinMs), sendsAt });
}

function sendAll(locationId: string, gathered: readonly Part[]): void {
  // React Query has dropped those that were cancelled
  for (const { signal, fail } of gathered) if (signal.aborted) fail(signal.reason);
  const parts = gathered.filter(({ signal }) => !signal.aborted);
  for (let from = 0; from < parts.length; from += mostTogether)
    void sendTogether(locationId, parts.slice(from, from + mostTogether));
}

/** A read that the desk does not answer with others is asked for alone: during an update, a process of the previous version may answer. */
async function sendTogether(locationId: string, parts: readonly Part[]): Promise<void> {
  const [only] = parts;
  if (only && parts.length === 1) return only.askAlone();
  try {
    const read = parts.map(({ part }) => part);
    const { answers } = await askRead(together, locationId, { read }, onceAllAbort(parts));
    parts.forEach((part, index) => {
      takeAnswer(part, answers[index] ?? { status: 200, body: undefined }, answers);
    });
  } catch (error) {
    if (error instanceof ReadError && error.status === 404) for (const part of parts) void part.askAlone();
    else for (const part of parts) part.fail(error);
  }
}

function takeAnswer(part: Part, answer: { status: number; body: unknown }, response: object): void {
  if (answer.status === 404) return void part.askAlone();
  try {
    part.take(answer);
  } catch (error) {
    if (error instanceof Error) responses.set(error, response);
    part.fail(error);
  }
}

/** Aborts once no read of the request is wanted any more. */
function onceAllAbort(parts: readonly Part[]): AbortSignal {
  const none = new AbortController();
  const look = () => parts.every(({ signal }) => signal.aborted) && none.abort();
  for (const { signal } of parts) signal.addEventListener('abort', look, { once: true });
  return none.signal;
}
