const minute = 60_000;
/** Nothing that is told today happened before; an empty or invented time does. */
const earliest = Date.parse('2000-01-01T00:00:00Z');

/**
 * When an event happened, epoch milliseconds, from a number, a number as text, or an ISO instant. A time that cannot be
 * is replaced by when the event was received: events are told as they happen.
 */
export function readEventTime(timestamp: number | string | null | undefined, receivedAt: number): number {
  const at = Math.round(millisecondsOf(timestamp));
  const isPossible = at >= earliest && at <= receivedAt + 5 * minute;
  return isPossible ? Math.min(at, receivedAt) : receivedAt;
}

function millisecondsOf(timestamp: number | string | null | undefined): number {
  if (typeof timestamp === 'number') return timestamp;
  const text = timestamp?.trim() ?? '';
  return /^\d+$/.test(text) ? Number(text) : Date.parse(text);
}
