/** In milliseconds. */
export const hourMs = 3_600_000;
/**
 * 24 hours, in milliseconds, for retention times and waits. A calendar day of a gym may be an hour longer or shorter,
 * see `startOfDay`.
 */
export const dayMs = 24 * hourMs;
/** 24 hours in seconds, for cookies. */
export const dayS = 24 * 3_600;
