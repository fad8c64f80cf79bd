import 'server-only';
import type { z } from 'zod';
import { type OperationId, operations } from '#contracts/v2/operations.ts';
import type { Unreadable } from '#contracts/v2/reading.ts';
import type { ApiProblem, GymAnswer } from './answer.ts';
import type { Urgency } from './rate-limiter.ts';
import { openWire, type Wire } from './wire.ts';

export interface GymRequest<T> {
  operation: OperationId;
  parameters?: Record<string, string>;
  query?: Record<string, string>;
  /** Sent as JSON; `FormData` as multipart. */
  body?: unknown;
  /** Parses the body of a success; `null` where there is nothing to parse. An empty body is parsed as null. */
  answer: z.ZodType<T> | null;
  /** The items of a list that could not be parsed. */
  unreadableOf?: (value: T) => readonly Unreadable[];
  urgency: Urgency;
  /** Answered `busy`, and not sent, where the rate limit would let it wait. */
  isSpare?: boolean;
  timeoutMs?: number;
  /** Limits of the answer, in place of the defaults; only for lists that have no pages, or may come without them. */
  largest?: { bytes: number; values: number };
  /** Do not coalesce with a request in flight: its answer may be older than a change made in between. */
  isFresh?: boolean;
}

/** A request on its way to the platform. */
export interface Call<T> {
  readonly request: GymRequest<T>;
  readonly path: string;
  /** By the desk's clock. */
  readonly askedAt: Date;
  /** Its ids, and what the response headers said so far. */
  readonly wire: Wire;
  /** Aborts at the deadline. */
  readonly deadline: AbortSignal;
}

/** The result of a call; of a coalesced one, that of the first. */
export interface Reply<T> {
  answer: GymAnswer<T>;
  askedAt: Date;
  wire: Wire;
  /** Whether an open connection broke: the platform may not have received the request. */
  isReset: boolean;
}

/** Performs a call. Failures of the platform are part of the answer, not exceptions. */
export type Ask = <T>(call: Call<T>) => Promise<Reply<T>>;

/** One rule for every request: runs before `next`, and on its reply. */
export type Middleware = (next: Ask) => Ask;

export const openCall = <T>(request: GymRequest<T>, { path, askedAt }: Pick<Call<T>, 'path' | 'askedAt'>): Call<T> => ({
  request,
  path,
  askedAt,
  wire: openWire(),
  deadline: neverOver,
});

const neverOver = new AbortController().signal;

/** Whether the request is safe to repeat. */
export const isLookUp = <T>({ request }: Call<T>): boolean => operations[request.operation].method === 'GET';

export const replyTo = <T>({ askedAt, wire }: Call<T>, answer: GymAnswer<T>, isReset = false): Reply<T> => ({
  answer,
  askedAt,
  wire,
  isReset,
});

export const problem = (problem: ApiProblem): { ok: false; problem: ApiProblem } => ({ ok: false, problem });
