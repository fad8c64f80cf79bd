import type { DestinationStream } from 'pino';
import { type Log, type LogLevel, openLog } from '#shared/log/log.ts';

export const createLog = (level: LogLevel, destination?: DestinationStream): Log =>
  openLog({ program: 'platform', level, destination });
