import 'server-only';
import { z } from 'zod';
import { errorBody } from '#contracts/v2/errors.ts';
import { type Operation, type OperationId, operations } from '#contracts/v2/operations.ts';
import type { GymAnswer, GymProblem } from './answer.ts';
import { createPacer, type Pacer, type Urgency } from './pacer.ts';
import { createPlatformClock, type PlatformTime } from './platform-clock.ts';
import { readBounded } from './read-bounded.ts';
import { requestPath } from './request-path.ts';

/** How long a person at the counter waits, and how long other work does, its place in the queue included. */
const presetTimeoutMs: Record<Urgency, number> = { interactive: 1_500, ledger: 8_000, background: 8_000 };

export interface GymRequest<T> {
  operation: OperationId;
  parameters?: Record<string, string>;
  query?: Record<string, string>;
  /** Sent as JSON; a form as multipart. */
  body?: unknown;
  /** Reads the answer; `null` where a success has no body. */
  answer: z.ZodType<T> | null;
  urgency: Urgency;
  timeoutMs?: number;
  /** Above that an answer is given up; only for answers that have no pages. */
  largestBytes?: number;
  /** Asks anew although the same question is under way: its answer may be older than a change made meanwhile. */
  isFresh?: boolean;
}

/** Asks one platform on behalf of one location. */
export interface Transport {
  ask<T>(request: GymRequest<T>): Promise<GymAnswer<T>>;
  /** What the platform's clock reads now, as its answers say; undefined before the first one. */
  readPlatformTime(): PlatformTime | undefined;
}

export interface TransportOptions {
  /** Address of the platform, without a path. */
  url: string;
  apiKey: string;
  pacer?: Pacer;
  /** Milliseconds by a clock that nobody sets. */
  now?: () => number;
  /** Hears of every answer before the caller does: null for a success. Coalesced requests count once. */
  onAnswer?: (operation: OperationId, problem: GymProblem | null) => Promise<void>;
}

export function createTransport(options: TransportOptions): Transport {
  const { url, apiKey, now = () => performance.now(), onAnswer = async () => {} } = options;
  const paced = options.pacer ?? createPacer({ now: () => performance.now() });
  const platformClock = createPlatformClock(now);
  const lookUps = new Map<string, Promise<GymAnswer<unknown>>>();

  async function askOnce<T>(request: GymRequest<T>, path: string): Promise<GymAnswer<T>> {
    const answer = await exchange(request, path);
    await onAnswer(request.operation, answer.ok ? null : answer.problem);
    return answer;
  }

  async function exchange<T>(request: GymRequest<T>, path: string): Promise<GymAnswer<T>> {
    const deadline = AbortSignal.timeout(request.timeoutMs ?? presetTimeoutMs[request.urgency]);
    const answer = await attempt(request, path, deadline);
    if (answer !== 'reset') return answer;
    // the platform may have closed a kept-alive connection just as it was used again
    const isHarmless = operations[request.operation].method === 'GET' && !deadline.aborted;
    const second = isHarmless ? await attempt(request, path, deadline) : answer;
    return second === 'reset' ? problem({ kind: 'unreachable' }) : second;
  }

  /** One request on the wire, in its place under the limit. */
  async function attempt<T>(
    request: GymRequest<T>,
    path: string,
    deadline: AbortSignal,
  ): Promise<GymAnswer<T> | 'reset'> {
    if (!(await paced.enter(request.urgency, deadline))) return problem({ kind: 'busy' });
    let remaining: number | null = null;
    try {
      const askedAt = now();
      const response = await send(request, path, deadline);
      platformClock.hear({ askedAt, heardAt: now(), headers: response.headers });
      remaining = remainingOf(response);
      return await readAnswer(request, response);
    } catch (error) {
      if (deadline.aborted) return problem({ kind: 'timeout' });
      return isReset(error) ? 'reset' : problem({ kind: 'unreachable' });
    } finally {
      paced.leave(remaining);
    }
  }

  function send<T>(request: GymRequest<T>, path: string, signal: AbortSignal): Promise<Response> {
    const operation: Operation = operations[request.operation];
    const form = request.body instanceof FormData ? request.body : undefined;
    const isJson = request.body !== undefined && !form;
    return fetch(url + path, {
      method: operation.method,
      headers: {
        accept: 'application/json',
        'x-api-key': apiKey,
        ...(isJson ? { 'content-type': 'application/json' } : {}),
      },
      body: isJson ? JSON.stringify(request.body) : form,
      redirect: 'error',
      cache: 'no-store',
      signal,
    });
  }

  return {
    readPlatformTime: platformClock.read,
    ask: async <T>(request: GymRequest<T>) => {
      const path = requestPath(request.operation, request.parameters, request.query);
      if (operations[request.operation].method !== 'GET' || request.isFresh) return askOnce(request, path);
      const key = `${request.urgency} ${path}`;
      const underWay = lookUps.get(key);
      if (underWay) return underWay as Promise<GymAnswer<T>>; // safe because: the same operation has the same answer
      const asked = askOnce(request, path).finally(() => lookUps.delete(key));
      lookUps.set(key, asked);
      return asked;
    },
  };
}

async function readAnswer<T>(request: GymRequest<T>, response: Response): Promise<GymAnswer<T>> {
  const body = await readBounded(response, request.largestBytes);
  if (body === null) return problem({ kind: 'unreadable' });
  const { success }: Operation = operations[request.operation];
  if (success.some((status) => status === response.status)) {
    if (request.answer === null) return { ok: true, value: undefined as T }; // safe because: null means no body is read
    const parsed = request.answer.safeParse(parseJson(body));
    return parsed.success ? { ok: true, value: parsed.data } : problem({ kind: 'unreadable' });
  }
  if (response.ok) return problem({ kind: 'unreadable' });
  const told = tolerantErrorBody.safeParse(parseJson(body)).data;
  return problem({
    kind: 'status',
    status: response.status,
    errorCode: told?.errorCode ?? null,
    entity: told?.metadata?.entity ?? null,
    requestId: told?.requestId ?? null,
    metadata: told?.metadata ?? {},
    fieldErrors: Object.fromEntries((told?.fieldErrors ?? []).map(({ name, message }) => [name ?? '', message ?? ''])),
  });
}

// the code decides what happens to a member, so nothing around it may hide it
const tolerantErrorBody = z.object({
  errorCode: errorBody.shape.errorCode,
  requestId: errorBody.shape.requestId.catch(null),
  metadata: errorBody.shape.metadata.catch(null),
  fieldErrors: errorBody.shape.fieldErrors.catch(null),
});

const problem = (problem: GymProblem): { ok: false; problem: GymProblem } => ({ ok: false, problem });

function remainingOf(response: Response): number | null {
  if (response.status === 429) return 0;
  const header = response.headers.get('x-ratelimit-remaining');
  return header !== null && /^\d+$/.test(header) ? Number(header) : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isReset(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException; // safe because: only read, and absent on other errors
    if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET') return true;
  }
  return false;
}
