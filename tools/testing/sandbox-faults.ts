import type { FaultRule } from '#platform/services/sandbox/fault-rule.ts';
import { type AtSandbox, askSandbox } from './ask-sandbox.ts';

/** The sandbox of a stack simulates the fault until it ends, or another one is set under the same name. */
export const setFault = (at: AtSandbox, rule: FaultRule, name = 'test'): Promise<void> =>
  askSandbox(at, { method: 'PUT', path: `/faults/${name}`, body: rule });

/** Ends all faults. */
export const endFaults = (at: AtSandbox): Promise<void> => askSandbox(at, { method: 'DELETE', path: '/faults' });
