/** An older tap waited in a browser: the desk told nobody to stop the member, who has gone in by now. */
const atCounterMs = 60_000;

/** Whether the member of a tap may still stand at the counter. Both in epoch milliseconds. */
export const isAtCounter = (tappedAt: number, now: number): boolean => now - tappedAt < atCounterMs;
