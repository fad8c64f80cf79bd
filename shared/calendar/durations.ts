/** 24 hours, in milliseconds: how long something is kept or waited for. A day of a gym may be an hour longer or shorter, see `startOfDay`. */
export const dayMs = 24 * 3_600_000;
/** The same in seconds, as cookies count. */
export const dayS = 24 * 3_600;
