import { hourMs } from '#shared/calendar/durations.ts';

/** The lifetime of a session, regardless of activity: one shift. */
export const shiftMs = 12 * hourMs;
/** The idle limit where nobody has chosen another one. */
export const usualIdleLimitMin = 60;
/** For this many minutes a password or a passkey is not asked for again in the same session. */
export const reauthenticationMin = 5;
/** Activity in a session is recorded at most this often. */
export const activityEveryMs = 60_000;

/** The last activity of a session that has just reached its idle limit. One that was active at or after it is open. */
export const idleSince = (now: number, idleLimitMin: number): Date => new Date(now - idleLimitMin * 60_000);

/** Whether a session has been idle for longer than a limit allows. Without a limit, it never is. */
export const isIdle = (activeAt: Date, now: number, idleLimitMin: number | null): boolean =>
  idleLimitMin !== null && activeAt < idleSince(now, idleLimitMin);

/** Whether activity in a session has to be recorded: at most once a minute. */
export const isActivityDue = (activeAt: Date, now: number): boolean => now - activeAt.getTime() >= activityEveryMs;

/**
 * Whether somebody has proved who they are within the last minutes.
 * @param authenticatedAt when they last entered or chose their password, or used a passkey; null for never in this session
 */
export const isRecentlyAuthenticated = (authenticatedAt: Date | null, now: number): boolean =>
  // a clock that was set back does not prolong it
  authenticatedAt !== null && Math.abs(now - authenticatedAt.getTime()) <= reauthenticationMin * 60_000;
