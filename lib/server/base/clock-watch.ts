import type { ClockStamp } from '#lib/server/db/schema/clock-stamp.ts';

/** Detects which stored times were written before this machine's clock was set, also those of an earlier process. */
export interface ClockWatch {
  /** To be stored beside times of this clock. */
  stamp(): ClockStamp;
  /**
   * By how many milliseconds the clock was set since the stamp was taken: positive ahead, negative back. 0 also where that is
   * unknown: there is no stamp, or it was taken on another machine or before the last boot.
   */
  setSince(stamp: ClockStamp | null | undefined): number;
  /**
   * The same if the clock was set back, otherwise 0: earlier times would then lie in the future, or out of order. A step ahead is
   * ignored, since a machine that was paused shows the same step and its earlier times are right.
   */
  setBackSince(stamp: ClockStamp | null | undefined): number;
  /** Samples the clock, and remembers whether it was set since the last sample. */
  look(): void;
  /**
   * Corrects times of a page that has not compared its clock with this one since this one was set.
   * @param lateMs how much later than it says a request of the page arrived
   * @returns how far the clock was set ahead since the page compared them, where that plus a usual latency explains `lateMs`;
   * else 0
   */
  setSinceCompared(lateMs: number): number;
}

/** A smaller step is a correction by NTP, not a clock that was set. */
export const leastSetMs = 1_000;
/** How long steps are remembered. A page compares every minute, but later where the desk was away or the page is hidden. */
const rememberedMs = 3_600_000;
/** The plausible latency of a request. */
const latency = { leastMs: -1_000, mostMs: 10_000 };

/**
 * @param clock the wall clock, epoch milliseconds
 * @param uptime milliseconds of a monotonic clock that includes sleep
 * @param machine identifies the processes whose `uptime` counts from the same moment
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
      const candidates = steps.map((step) => {
        setMs += step.setMs;
        return { setMs, latencyMs: lateMs - setMs };
      });
      const plausible = [{ setMs: 0, latencyMs: lateMs }, ...candidates].filter(
        ({ latencyMs }) => latencyMs >= latency.leastMs && latencyMs <= latency.mostMs,
      );
      const [shortest] = plausible.toSorted((a, b) => Math.abs(a.latencyMs) - Math.abs(b.latencyMs));
      return Math.round(shortest?.setMs ?? 0);
    },
    stamp: () => ({ machine, begunAt: Math.round(begunAt()) }),
    setSince,
    setBackSince: (stamp) => Math.min(0, setSince(stamp)),
  };
}
