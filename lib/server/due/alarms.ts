/** Debounces bursts of notices. */
const shortestMs = 20;
/** The clock of the desk may be set while a timer runs, so the timer is renewed at least this often. */
const longestMs = 10_000;

interface Alarms {
  /** Calls `ring` for a location at a moment. Of several moments, the earliest counts. @param at epoch milliseconds */
  set(locationId: string, at: number): void;
  end(): void;
}

/**
 * Keeps the next moment of each location with a single timer.
 * @param clock epoch milliseconds
 * @param ring receives all locations whose moment has come
 * @param pauseMs the shortest time from one call to the next
 */
export function openAlarms(
  clock: () => number,
  ring: (locationIds: string[]) => void,
  { pauseMs = 0 }: { pauseMs?: number | undefined } = {},
): Alarms {
  const moments = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let ringsAt = Number.POSITIVE_INFINITY;
  let rungAt = Number.NEGATIVE_INFINITY;
  let isEnded = false;

  const wind = (at: number) => {
    clearTimeout(timer);
    ringsAt = at;
    if (isEnded || at === Number.POSITIVE_INFINITY) return;
    const pauseLeftMs = rungAt + pauseMs - performance.now();
    timer = setTimeout(ringDue, Math.min(Math.max(at - clock(), shortestMs, pauseLeftMs), longestMs));
  };
  const ringDue = () => {
    const now = clock();
    const due = [...moments].flatMap(([locationId, at]) => (at <= now ? [locationId] : []));
    for (const locationId of due) moments.delete(locationId);
    if (due.length > 0) rungAt = performance.now();
    wind(Math.min(...moments.values()));
    if (due.length > 0) ring(due);
  };
  return {
    set: (locationId, at) => {
      if ((moments.get(locationId) ?? Number.POSITIVE_INFINITY) <= at) return;
      moments.set(locationId, at);
      if (at < ringsAt) wind(at);
    },
    end: () => {
      isEnded = true;
      clearTimeout(timer);
    },
  };
}
