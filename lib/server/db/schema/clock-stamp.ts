/** By which clock a time was written down. */
export interface ClockStamp {
  /** The machine, from one start of it to the next. */
  machine: string;
  /** What that clock would have read when the machine was started, epoch milliseconds: it moves only where the clock is set. */
  begunAt: number;
}
