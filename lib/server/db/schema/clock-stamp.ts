/** Identifies the clock that a stored time was read from. */
export interface ClockStamp {
  /** Identifies one boot of one machine. */
  machine: string;
  /** The wall clock minus the uptime, epoch milliseconds: it changes only when the clock is set. */
  begunAt: number;
}
