import type { ClockStamp } from '#lib/server/db/schema/clock-stamp.ts';

/** Tells what was written down before the clock of this machine was set, also by a process that has ended. */
export interface ClockWatch {
  /** To be kept with whatever is written down now with times of this clock. */
  stamp(): ClockStamp;
  /**
   * How far the clock was set ahead since something was written down, or by how much less than 0 back; 0 also where nobody knows:
   * nothing was kept with it, or another machine wrote it, or this one before it was switched on last.
   */
  setSince(stamp: ClockStamp | null | undefined): number;
  /**
   * The same where it was set back, else 0: what was written down before would lie ahead, or out of order. Ahead nothing is moved: a
   * machine that was paused looks as if its clock had been set so, and what it wrote down before is right.
   */
  setBackSince(stamp: ClockStamp | null | undefined): number;
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

/** Below this a clock was not set, but led back to the right time. */
export const leastSetMs = 1_000;
/** A page compares every minute, and later where its desk was away or nobody sees it. */
const rememberedMs = 3_600_000;
/** How long a request may be on its way. */
const way = { leastMs: -1_000, mostMs: 10_000 };

/**
 * @param clock epoch milliseconds, by the clock that may be set
 * @param uptime milliseconds by one that nobody sets, and that runs on while the machine sleeps
 * @param machine what all processes have in common whose `uptime` counts from the same moment, and no others
 */
export function createClockWatch(clock: () => number, uptime: () => number, machine: string): ClockWatch {
  const begunAt = () => clock() - uptime();
  let seen = begunAt();
  let steps: { at: number; setMs: number }[] = [];
  const look = () => {
    const before = seen;
    seen = begunAt();
    const setMs = seen - before;
    if (Math.abs(setMs) >= leastSetMs) steps = [{ at: uptime(), setMs }, ...steps];
    steps = steps.filter(({ at }) => uptime() - at < rememberedMs);
  };
  const setSince: ClockWatch['setSince'] = (stamp) => {
    if (stamp?.machine !== machine) return 0;
    const setMs = begunAt() - stamp.begunAt;
    return Math.abs(setMs) < leastSetMs ? 0 : Math.round(setMs);
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
    stamp: () => ({ machine, begunAt: Math.round(begunAt()) }),
    setSince,
    setBackSince: (stamp) => Math.min(0, setSince(stamp)),
  };
}
