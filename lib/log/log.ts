import 'server-only';
import { type DestinationStream, pino } from 'pino';
import { type Log, openLog } from '#shared/log/log.ts';
import { currentContext } from './request-context.ts';

export const createLog = (to: 'stdout' | 'stderr' | DestinationStream = 'stdout'): Log =>
  openLog({
    program: 'desk',
    destination: typeof to === 'string' ? pino.destination({ fd: to === 'stdout' ? 1 : 2, sync: true }) : to,
    mixin: () => ({ requestId: currentContext()?.requestId }),
  });
