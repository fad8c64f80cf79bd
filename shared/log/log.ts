import os from 'node:os';
import { type DestinationStream, pino } from 'pino';
import { describeError } from './describe-error.ts';

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';

/** The fields of a line beside its message: ids and our own words. Both programs log an error as `error`. */
interface LogLine {
  error?: unknown;
  err?: never;
  [field: string]: unknown;
}

/** Logs what happened, and in which request, with ids only: never a key, token, name, e-mail, card or body. */
export type Log = Record<'info' | 'warn' | 'error', (line: LogLine, message: string) => void>;

export type LogDestination = 'stdout' | 'stderr' | DestinationStream;

interface LogOptions {
  program: 'desk' | 'platform';
  level?: LogLevel;
  /** Where lines are written; stdout by default. */
  destination?: LogDestination | undefined;
  /** Fields that every line gets at the time of writing, such as the request. */
  mixin?: () => object;
}

/** Size of the write buffer in characters. Lines beyond it are lost. */
const longestKept = 1_000_000;

/** A failure to log must not fail the caller: for example a full disk or a closed terminal. */
function openStream(to: 'stdout' | 'stderr'): DestinationStream {
  const stream = pino.destination({ fd: to === 'stdout' ? 1 : 2, sync: true, maxLength: longestKept });
  stream.on('error', () => {}); // otherwise the log call would throw it
  return stream;
}

/**
 * The log of a program: one JSON document per line, with the same fields in both programs. A line that cannot be
 * written throws nothing.
 */
export const openLog = ({ program, level = 'info', destination = 'stdout', mixin }: LogOptions): Log =>
  pino(
    {
      level,
      ...(mixin && { mixin }),
      base: { program, pid: process.pid, hostname: os.hostname() },
      serializers: { error: describeError },
    },
    typeof destination === 'string' ? openStream(destination) : destination,
  );
