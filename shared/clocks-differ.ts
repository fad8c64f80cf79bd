/**
 * Maximum difference between the clocks of two machines that use the same database. A timestamp further ahead was
 * written before a clock was set back.
 */
export const clocksDifferMs = 60_000;
