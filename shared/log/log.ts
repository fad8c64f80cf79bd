import os from 'node:os';
import { type DestinationStream, pino } from 'pino';
import { describeError } from './describe-error.ts';

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';

/** What a line tells beside its sentence: ids and our own words. An error stands under `error`, in both programs. */
interface LogLine {
  error?: unknown;
  err?: never;
  [field: string]: unknown;
}

/** Says what happened, and in which request, by ids only: never a key, token, name, e-mail, card or body. */
export type Log = Record<'info' | 'warn' | 'error', (line: LogLine, message: string) => void>;

export type LogDestination = 'stdout' | 'stderr' | DestinationStream;

interface LogOptions {
  program: 'desk' | 'platform';
  level?: LogLevel;
  /** Takes the lines; absent: stdout. */
  destination?: LogDestination | undefined;
  /** What every line has of the moment it is written in, such as the request. */
  mixin?: () => object;
}

/** In characters: what is written once there is room again; what comes beyond it is lost. */
const longestKept = 1_000_000;

/** Whoever logs has something else to do: a full disk, or a terminal that is gone, is no failure of that. */
function openStream(to: 'stdout' | 'stderr'): DestinationStream {
  const stream = pino.destination({ fd: to === 'stdout' ? 1 : 2, sync: true, maxLength: longestKept });
  stream.on('error', () => {}); // thrown out of the line's own call otherwise
  return stream;
}

/** The log of a program: one JSON document a line, the same fields in both. A line that cannot be written throws nothing. */
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
