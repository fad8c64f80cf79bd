import { AsyncLocalStorage } from 'node:async_hooks';
import type { OutageCause } from '#lib/wire/outage-causes.ts';
import { newRequestId } from '#shared/request-id/request-id.ts';

/** What a platform did not do, in words that may stand in the log. */
export interface PlatformProblem {
  operation: string;
  kind: 'unavailable' | 'missing' | 'rejected' | 'admissionRefused';
  /** Of what is unavailable. */
  because?: string;
  /** Of what is away: what the manager is told of it. */
  cause?: OutageCause;
  /** What the runtime calls a connection that was lost. */
  code?: string;
  /** Of its answer, where there was one. */
  status?: number;
  errorCode?: string;
  /** Names the request in the log of the platform. */
  platformRequestId?: string;
  /** The `X-Request-Id` it was sent with, where it was sent for somebody else who asked the same. */
  sentAs?: string;
}

/** One request to the desk, or one attempt of its background work: what the log tells of it is gathered here. */
export interface RequestContext {
  /** Names it in the log, on the screen and at platforms. */
  readonly requestId: string;
  /** The code of what a person was told, where it could not be done. */
  code?: string;
  readonly problems: PlatformProblem[];
  /** Problems beyond those that are kept. */
  unlisted: number;
  /** Hears of problems once the line of the log is written. */
  onLate?: (problem: PlatformProblem) => void;
}

const mostProblems = 5;

// Next compiles instrumentation and routes apart, and the launcher is not compiled: only the process is common to them
const place = Symbol.for('front-desk.request-context');
const shared = globalThis as { [place]?: AsyncLocalStorage<RequestContext> };
shared[place] ??= new AsyncLocalStorage<RequestContext>();
const storage = shared[place];

export const newRequestContext = (): RequestContext => ({ requestId: newRequestId(), problems: [], unlisted: 0 });

export const runInContext = <T>(context: RequestContext, work: () => T): T => storage.run(context, work);

/** What is done now is part of this; undefined where nothing of it is logged, such as at the start of the desk. */
export const currentContext = (): RequestContext | undefined => storage.getStore();

/** Notes what a person is told that could not be done. */
export function noteFailure(code: string): void {
  const context = currentContext();
  if (context) context.code = code;
}

/** Notes what a platform did not do. */
export function noteProblem(problem: PlatformProblem): void {
  const context = currentContext();
  if (!context) return;
  if (context.onLate) context.onLate(problem);
  else if (context.problems.length < mostProblems) context.problems.push(problem);
  else context.unlisted += 1;
}
