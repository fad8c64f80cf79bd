/**
 * When a location's work is done the next time: an interval after `now`, half of it more or less, and always at the
 * location's own moment of the interval. So the locations are spread over it, and stay so.
 * @param locationId a UUID made by chance
 * @param now epoch milliseconds
 */
export function nextDueAt(locationId: string, everyMs: number, now: number): Date {
  const share = Number.parseInt(locationId.slice(-8), 16) / 2 ** 32;
  const phase = Math.floor(share * everyMs);
  const earliest = now + everyMs / 2;
  return new Date(Math.ceil((earliest - phase) / everyMs) * everyMs + phase);
}
