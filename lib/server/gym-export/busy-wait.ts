import { hourMs } from '#shared/calendar/durations.ts';

const limits = { preset: 5 * 60_000, least: 1_000, most: 6 * hourMs };

/** How long to wait after the rate limit of the key was used up. */
export const busyWaitMs = (retryAfterMs: number | null): number =>
  Math.min(Math.max(retryAfterMs ?? limits.preset, limits.least), limits.most);
