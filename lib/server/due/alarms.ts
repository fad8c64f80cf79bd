/** Debounces bursts of notices. */
const shortestMs = 20;
/** The clock of the desk may be set while a timer runs, so the timer is renewed at least this often. */
const longestMs = 10_000;

interface Alarms {
  /** Calls `ring` for a location at a moment. @param at epoch milliseconds */
  set(locationId: string, at: number): void;
  end(): void;
}

/**
 * Keeps the next moments of locations with a single timer.
 * @param clock epoch milliseconds
 * @param ring receives all locations whose moment has come
 * @param pauseMs the shortest time from one call to the next
 * @param hasEach every moment of a location rings. Else only the earliest, for callers that set the next one after it has rung
 */
export function openAlarms(
  clock: () => number,
  ring: (locationIds: string[]) => void,
  { pauseMs = 0, hasEach = false }: { pauseMs?: number | undefined; hasEach?: boolean } = {},
): Alarms {
  const moments = new Map<string, { locationId: string; at: number }>();
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
    const due = new Set<string>();
    for (const [name, { locationId, at }] of moments) {
      if (at > now) continue;
      due.add(locationId);
      moments.delete(name);
    }
    if (due.size > 0) rungAt = performance.now();
    wind(Math.min(...[...moments.values()].map(({ at }) => at)));
    if (due.size > 0) ring([...due]);
  };
  return {
    set: (locationId, at) => {
      const name = hasEach ? `${locationId} ${at}` : locationId;
      if ((moments.get(name)?.at ?? Number.POSITIVE_INFINITY) <= at) return;
      moments.set(name, { locationId, at });
      if (at < ringsAt) wind(at);
    },
    end: () => {
      isEnded = true;
      clearTimeout(timer);
    },
  };
}
