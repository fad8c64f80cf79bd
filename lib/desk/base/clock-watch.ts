/** Tells what was written down before the clock of this machine was set. */
export interface ClockWatch {
  /** Something is written down now, with times of this clock. */
  note(id: string): void;
  /** How far the clock was set ahead since, or by how much less than 0 back; 0 also where nobody knows. */
  setSince(id: string): number;
  /** Has a look at the clock, and remembers whether it was set since the last one. */
  look(): void;
  /**
   * A page that has not compared its clock with this one since this one was set tells its times by the clock of before.
   * @param lateMs how much later than the page says a request of it has come
   * @returns how far the clock was set ahead since the page compared them, where that and a usual way are how late it is;
   * else 0
   */
  setSinceCompared(lateMs: number): number;
}

/** What was written last. Of earlier things, which wait only in a long outage, nobody knows. */
const mostNoted = 20_000;
/** Below this a clock was not set, but led back to the right time. */
const leastMs = 1_000;
/** A page compares every minute, and later where its desk was away or nobody sees it. */
const rememberedMs = 3_600_000;
/** How long a request may be on its way. */
const way = { leastMs: -1_000, mostMs: 10_000 };

/**
 * @param clock epoch milliseconds, by the clock that may be set
 * @param uptime milliseconds by one that nobody sets, and that runs on while the machine sleeps
 */
export function createClockWatch(clock: () => number, uptime: () => number): ClockWatch {
  const begunAt = () => clock() - uptime();
  const noted = new Map<string, number>();
  let seen = begunAt();
  let steps: { at: number; setMs: number }[] = [];
  const look = () => {
    const before = seen;
    seen = begunAt();
    const setMs = seen - before;
    if (Math.abs(setMs) >= leastMs) steps = [{ at: uptime(), setMs }, ...steps];
    steps = steps.filter(({ at }) => uptime() - at < rememberedMs);
  };
  return {
    look,
    setSinceCompared: (lateMs) => {
      look();
      let setMs = 0;
      const ways = steps.map((step) => {
        setMs += step.setMs;
        return { setMs, wayMs: lateMs - setMs };
      });
      const possible = [{ setMs: 0, wayMs: lateMs }, ...ways].filter(
        ({ wayMs }) => wayMs >= way.leastMs && wayMs <= way.mostMs,
      );
      const [shortest] = possible.toSorted((a, b) => Math.abs(a.wayMs) - Math.abs(b.wayMs));
      return Math.round(shortest?.setMs ?? 0);
    },
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
