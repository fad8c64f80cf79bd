import { workerData } from 'node:worker_threads';
import type { WindowSettings } from './window-messages.ts';

// The clocks of a page, in the thread of a window: its wall clock can be set, and its monotonic clock begins with the page. Imported before
// the code of the page, which reads the origin of its clock once.

const machineSteady = performance.now.bind(performance);
const openedAt = machineSteady();
// safe because: window.ts passes it
let { clockAheadMs: aheadMs } = workerData as WindowSettings;

/** The machine's time, epoch milliseconds. */
export const machineNow = Date.now;

/** Sets the wall clock of the page. @param ms how far it is ahead of the machine's */
export function setWallAhead(ms: number): void {
  aheadMs = ms;
}

Date.now = () => machineNow() + aheadMs;
Object.defineProperties(performance, {
  timeOrigin: { value: Date.now() },
  now: { value: () => machineSteady() - openedAt },
});
