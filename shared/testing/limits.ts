/** No test may depend on the speed of the machine: one generous limit for each of any kind, in milliseconds. */
export const longestTestMs = 30 * 60_000;

/** How long a test waits for one thing, for example for something on a page. */
export const longestWaitMs = 5 * 60_000;
