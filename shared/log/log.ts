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

interface LogOptions {
  program: 'desk' | 'platform';
  level?: LogLevel;
  /** Takes the lines; absent: stdout. */
  destination?: DestinationStream | undefined;
  /** What every line has of the moment it is written in, such as the request. */
  mixin?: () => object;
}

/** The log of a program: one JSON document a line, the same fields in both. */
export const openLog = ({ program, level = 'info', destination, mixin }: LogOptions): Log =>
  pino(
    {
      level,
      ...(mixin && { mixin }),
      base: { program, pid: process.pid, hostname: os.hostname() },
      serializers: { error: describeError },
    },
    destination ?? pino.destination({ fd: 1, sync: true }),
  );
