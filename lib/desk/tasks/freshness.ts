/** What is told of a list that could not be read again for so long. */
const freshForMs = 2 * 60_000;

/** Whether what was read then is told as old; so is what was never read. */
export const isStale = (readAt: Date | null, now: Date): boolean =>
  readAt === null || now.getTime() - readAt.getTime() > freshForMs;
