/** Tells what was written down before the clock of this machine was set. */
export interface ClockWatch {
  /** Something is written down now, with times of this clock. */
  note(id: string): void;
  /** How far the clock was set ahead since, or by how much less than 0 back; 0 also where nobody knows. */
  setSince(id: string): number;
}

/** What was written last. Of earlier things, which wait only in a long outage, nobody knows. */
const mostNoted = 20_000;
/** Below this a clock was not set, but led back to the right time. */
const leastMs = 1_000;

/**
 * @param clock epoch milliseconds, by the clock that may be set
 * @param uptime milliseconds by one that nobody sets, and that runs on while the machine sleeps
 */
export function createClockWatch(clock: () => number, uptime: () => number): ClockWatch {
  const begunAt = () => clock() - uptime();
  const noted = new Map<string, number>();
  return {
    note: (id) => {
      noted.set(id, begunAt());
      const [oldest] = noted.size > mostNoted ? noted.keys() : [];
      if (oldest !== undefined) noted.delete(oldest);
    },
    setSince: (id) => {
      const setMs = begunAt() - (noted.get(id) ?? begunAt());
      return Math.abs(setMs) < leastMs ? 0 : Math.round(setMs);
    },
  };
}
