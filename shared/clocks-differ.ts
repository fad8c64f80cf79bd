/**
 * The clocks of two machines that work on one database differ by less. What was noted farther ahead of now is of a clock that was
 * set back since.
 */
export const clocksDifferMs = 60_000;
