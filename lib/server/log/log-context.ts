import { platformTroubles } from '#lib/wire/platform-trouble.ts';
import type { Log } from '#shared/log/log.ts';
import { isServerFailure } from '#shared/log/request-line.ts';
import { currentContext, newRequestContext, type RequestContext } from './request-context.ts';

/** Codes that need attention, and so are logged as a warning. */
const warningCodes: ReadonlySet<string> = new Set([
  ...platformTroubles,
  'platformForbids',
  'storageFailed',
  'unconfirmed',
  'unexpected',
]);

/** Whether a failure was noted. */
export const hasNotes = ({ code, problems }: RequestContext): boolean => code !== undefined || problems.length > 0;

/**
 * Writes the log line of a request or an attempt, with everything noted in its context: at level `warn` where a platform did not
 * answer or the desk failed, else at `info`. Problems noted afterwards get a line of their own.
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
  const isFailed = isUnavailable || isServerFailure(what.status ?? 0) || warningCodes.has(code ?? '');
  log[what.error ? 'error' : isFailed ? 'warn' : 'info'](line, message);
  context.onLate = (problem) =>
    log[problem.kind === 'unavailable' ? 'warn' : 'info']({ requestId, platform: [problem] }, lateMessage);
}

const lateMessage = 'a platform did not do what was asked, and it showed late';

/** Logs the problems noted in the current attempt, if there are any. */
export function logProblems(log: Log, what: object): void {
  const context = currentContext();
  if (context && hasNotes(context)) logContext(log, context, what, 'a platform did not do what was asked');
}

/** Logs the result of the current attempt, with everything noted so far. */
export const logCurrentContext = (log: Log, what: object, message: string): void =>
  logContext(log, currentContext() ?? newRequestContext(), what, message);
