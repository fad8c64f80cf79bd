import 'server-only';
import { type Log, type LogDestination, openLog } from '#shared/log/log.ts';
import { currentContext } from './request-context.ts';

export const createLog = (destination?: LogDestination): Log =>
  openLog({ program: 'desk', destination, mixin: () => ({ requestId: currentContext()?.requestId }) });
