/** No test may depend on the speed of the machine: one generous limit for each of any kind, in milliseconds. */
export const longestTestMs = 900_000;

/** How long an expectation waits for something on a page. */
export const longestExpectMs = 90_000;
