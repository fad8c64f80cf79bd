import { AsyncLocalStorage } from 'node:async_hooks';
import type { OutageCause } from '#lib/wire/outage-causes.ts';
import { newRequestId } from '#shared/request-id/request-id.ts';

/** A failed request to a platform, without personal data. */
export interface PlatformProblem {
  operation: string;
  kind: 'unavailable' | 'missing' | 'rejected' | 'admissionRefused';
  /** Of `unavailable`. */
  because?: string;
  /** Of an unreachable platform: the cause that the manager is shown. */
  cause?: OutageCause;
  /** The error code of the runtime, for a lost connection. */
  code?: string;
  /** Of the answer, where there was one. */
  status?: number;
  errorCode?: string;
  /** The id of the request in the platform's log. */
  platformRequestId?: string;
  /** The `X-Request-Id` of the request it was coalesced with, if it was. */
  sentAs?: string;
}

/** Collects what the log line of one request, or of one attempt of background work, will say. */
export interface RequestContext {
  /** The id in the log, on the screen and at platforms. */
  readonly requestId: string;
  /** The headers of a request that a route answers. Pages and actions read theirs from Next. */
  headers?: Headers;
  /** The error code that the person was shown. */
  code?: string;
  readonly problems: PlatformProblem[];
  /** The number of problems beyond those in `problems`. */
  unlisted: number;
  /** Receives problems after the log line was written. */
  onLate?: (problem: PlatformProblem) => void;
}

const mostProblems = 5;

// Next bundles instrumentation and routes separately, and the launcher is not bundled: a module variable would exist several times
const place = Symbol.for('front-desk.request-context');
// safe because: only this file uses the symbol
const shared = globalThis as { [place]?: AsyncLocalStorage<RequestContext> };
shared[place] ??= new AsyncLocalStorage<RequestContext>();
const storage = shared[place];

export const newRequestContext = (): RequestContext => ({ requestId: newRequestId(), problems: [], unlisted: 0 });

/** For one of the reads that a request asks for together: what is noted there is not mixed with the notes of the others. */
export function newPartContext(): RequestContext {
  const { requestId, headers } = currentContext() ?? newRequestContext();
  return { ...newRequestContext(), requestId, ...(headers && { headers }) };
}

export const runInContext = <T>(context: RequestContext, work: () => T): T => storage.run(context, work);

/** The context of the current request or attempt; undefined outside one, such as at the start of the desk. */
export const currentContext = (): RequestContext | undefined => storage.getStore();

/** Lets the work of a route read what its request sent, also outside Next. */
export function noteHeaders(headers: Headers): void {
  const context = currentContext();
  if (context) context.headers = headers;
}

/** Notes the error code that the person is shown. */
export function noteFailure(code: string): void {
  const context = currentContext();
  if (context) context.code = code;
}

/** Notes a failed request to a platform. */
export function noteProblem(problem: PlatformProblem): void {
  const context = currentContext();
  if (!context) return;
  if (context.onLate) context.onLate(problem);
  else if (context.problems.length < mostProblems) context.problems.push(problem);
  else context.unlisted += 1;
}
