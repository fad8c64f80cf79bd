/** Identifies the clock that a stored time was read from. */
export interface ClockStamp {
  /** Identifies one boot of one machine. */
  machine: string;
  /** The wall clock minus the uptime, epoch milliseconds: it changes only when the clock is set. */
  begunAt: number;
}

/** The clock of a stored time. */
export interface StoredClock extends ClockStamp {
  /** How far the platform's clock was ahead of it, in milliseconds: 0 below a minute. Missing where that was unknown. */
  platformAheadMs?: number;
}
