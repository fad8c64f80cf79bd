import { clockOfWindow } from './clock-of-window.ts';
import { deskAheadMs } from './time-by-desk.ts';

/** How far the desk's clock is ahead of this window's now, in milliseconds; 0 where that is unknown, and on the server. */
export const aheadOfWindow = (): number =>
  typeof window === 'undefined' ? 0 : (deskAheadMs(clockOfWindow().stamp()) ?? 0);
