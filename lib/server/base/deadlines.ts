import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';

/** How long somebody waits for an answer, in real time. Tests hold it: that a machine is slow is no defect. */
export interface Deadlines {
  /** Aborts after so long. */
  timeout(ms: number): AbortSignal;
  /** Resolves to null after so long. Once `signal` is aborted nobody waits for it any more. */
  late(ms: number, signal?: AbortSignal): Promise<null>;
}

export const realDeadlines: Deadlines = {
  timeout: (ms) => AbortSignal.timeout(ms),
  late: (ms, signal) => pause(ms, null, { ref: false, signal }),
};
