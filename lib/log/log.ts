import 'server-only';
import pino from 'pino';
import { currentContext } from './request-context.ts';

/** Says what happened, and in which request, by ids only: never a key, token, name, e-mail or card. */
export type Log = Pick<pino.Logger, 'info' | 'warn' | 'error'>;

export function createLog(to: 'stdout' | 'stderr' = 'stdout'): Log {
  const mixin = () => ({ requestId: currentContext()?.requestId });
  const options = { name: 'desk', serializers: { error: describeError }, mixin };
  return pino(options, pino.destination({ fd: to === 'stdout' ? 1 : 2, sync: true }));
}

/** Messages of database errors and of failed requests quote values, so only where it came from is told. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code } = error as NodeJS.ErrnoException; // safe because: only read, and absent on other errors
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  const cause = error.cause instanceof Error ? describeError(error.cause) : undefined;
  return { type: error.name, code, stack: frames?.slice(0, 12).join('\n'), cause };
}
