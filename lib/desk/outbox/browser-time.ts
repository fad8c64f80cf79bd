/** Below this, a difference of clocks cannot be told from the time a request takes. */
export const clockToleranceMs = 2_000;

/**
 * When something happened by the desk's clock, epoch milliseconds. A browser's clock that is wrong was as wrong when
 * the request was sent, so the difference cancels out; a right one is believed to the millisecond.
 */
export function timeByDesk({ at, sentAt }: { at: number; sentAt: number }, now: number): number {
  const behindMs = now - sentAt;
  return Math.abs(behindMs) > clockToleranceMs ? at + behindMs : at;
}
