import { platformTroubles } from '#lib/wire/platform-trouble.ts';
import type { Log } from '#shared/log/log.ts';
import { isServerFailure } from '#shared/log/request-line.ts';
import { currentContext, newRequestContext, type RequestContext } from './request-context.ts';

/** What somebody has to look after, beside a platform that is away. */
const grave: ReadonlySet<string> = new Set([
  ...platformTroubles,
  'platformForbids',
  'storageFailed',
  'unconfirmed',
  'unexpected',
]);

/** Whether anything went otherwise than it was asked for. */
export const hasNotes = ({ code, problems }: RequestContext): boolean => code !== undefined || problems.length > 0;

/**
 * Writes the one line of the log about a request or an attempt, with what was noted of it: a warning where a platform did
 * not answer or we broke, else no more than information. What is noted later is a line of its own.
 */
export function logContext(
  log: Log,
  context: RequestContext,
  what: { status?: number; error?: unknown },
  message: string,
): void {
  const { requestId, code, problems, unlisted } = context;
  const isUnavailable = problems.some(({ kind }) => kind === 'unavailable');
  const line = {
    requestId,
    ...what,
    ...(code && { code }),
    ...(problems.length > 0 && { platform: problems }),
    ...(unlisted > 0 && { unlisted }),
  };
  const isFailed = isUnavailable || isServerFailure(what.status ?? 0) || grave.has(code ?? '');
  log[what.error ? 'error' : isFailed ? 'warn' : 'info'](line, message);
  context.onLate = (problem) =>
    log[problem.kind === 'unavailable' ? 'warn' : 'info']({ requestId, platform: [problem] }, lateMessage);
}

const lateMessage = 'a platform did not do what was asked, and it showed late';

/** Tells what platforms did not do of the attempt that is being made, if anything. */
export function logProblems(log: Log, what: object): void {
  const context = currentContext();
  if (context && hasNotes(context)) logContext(log, context, what, 'a platform did not do what was asked');
}

/** Tells, with what was noted so far, what came of the attempt that is being made. */
export const logCurrentContext = (log: Log, what: object, message: string): void =>
  logContext(log, currentContext() ?? newRequestContext(), what, message);
