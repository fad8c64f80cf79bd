import { type DestinationStream, type Logger, pino } from 'pino';
import { describeError } from './db/describe-error.ts';

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';

/**
 * The log of the platform, one JSON document a line. An error under `err` is described without the values and the
 * connections it drags along: no line holds personal data, a key or a password.
 */
export const createLog = (level: LogLevel, destination?: DestinationStream): Logger =>
  pino({ level, base: { program: 'platform' }, serializers: { err: describeError } }, destination);
