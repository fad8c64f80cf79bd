import 'server-only';
import type { z } from 'zod';
import { type OperationId, operations } from '#contracts/v2/operations.ts';
import type { Unreadable } from '#contracts/v2/reading.ts';
import type { ApiProblem, GymAnswer } from './answer.ts';
import type { Urgency } from './rate-limiter.ts';
import { requestPath } from './request-path.ts';
import { openWire, type Wire } from './wire.ts';

export interface GymRequest<T> {
  operation: OperationId;
  parameters?: Record<string, string>;
  query?: Record<string, string>;
  /** Sent as JSON; a form as multipart. */
  body?: unknown;
  /** Reads the answer; `null` where a success says nothing more. Of an empty body it reads null. */
  answer: z.ZodType<T> | null;
  /** The items of a list that could not be read. */
  unreadableOf?: (value: T) => readonly Unreadable[];
  urgency: Urgency;
  timeoutMs?: number;
  /** Above that an answer is given up; only for answers that have no pages. */
  largest?: { bytes: number; values: number };
  /** Asks anew although the same question is under way: its answer may be older than a change made meanwhile. */
  isFresh?: boolean;
}

/** A request on its way to the platform. */
export interface Call<T> {
  readonly request: GymRequest<T>;
  readonly path: string;
  /** By the desk's clock. */
  readonly askedAt: Date;
  /** What it is called on the wire, and what was heard of it there so far. */
  readonly wire: Wire;
  /** Aborted when its time is over. */
  readonly deadline: AbortSignal;
}

/** What came of a call: where several share one, of the first. */
export interface Reply<T> {
  answer: GymAnswer<T>;
  askedAt: Date;
  wire: Wire;
  /** Whether a connection that was there broke: the platform may not have seen the request. */
  isReset: boolean;
}

/** Answers a call. Nothing is thrown for what the platform does: that is a problem in the answer. */
export type Ask = <T>(call: Call<T>) => Promise<Reply<T>>;

/** One rule for every request: what happens before it goes on to `next`, and to the answer that comes back. */
export type Middleware = (next: Ask) => Ask;

/** @throws TypeError for parameters that cannot stand in a path */
export const openCall = <T>(request: GymRequest<T>, askedAt: Date): Call<T> => ({
  request,
  path: requestPath(request.operation, request.parameters, request.query),
  askedAt,
  wire: openWire(),
  deadline: neverOver,
});

const neverOver = new AbortController().signal;

/** Whether asking twice changes nothing at the platform. */
export const isLookUp = <T>({ request }: Call<T>): boolean => operations[request.operation].method === 'GET';

export const replyTo = <T>({ askedAt, wire }: Call<T>, answer: GymAnswer<T>, isReset = false): Reply<T> => ({
  answer,
  askedAt,
  wire,
  isReset,
});

export const problem = (problem: ApiProblem): { ok: false; problem: ApiProblem } => ({ ok: false, problem });
