/** The length of a stay in whole minutes, as `1:07`; a departure before the arrival, by another clock, counts as 0:00. */
export function stayOf(from: string, to: string): string {
  const minutes = Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 60_000));
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}
