import { hourMs } from '#shared/calendar/durations.ts';

export const longestBusyWaitMs = 6 * hourMs;
const limits = { preset: 5 * 60_000, least: 1_000 };

/** How long to wait after the rate limit of the key was used up. */
export const busyWaitMs = (retryAfterMs: number | null): number =>
  Math.min(Math.max(retryAfterMs ?? limits.preset, limits.least), longestBusyWaitMs);
