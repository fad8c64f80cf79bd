import { dayMs } from '#shared/calendar/durations.ts';

/**
 * How long after it was retired a location still accepts what was done there before. What waits in a browser whose users come
 * back is sent within days; a change that its own user may not send then is given up.
 */
export const longestLateMs = 14 * dayMs;
