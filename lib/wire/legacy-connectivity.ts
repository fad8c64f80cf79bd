/**
 * - `untried`: nothing is known of the credentials the location has now
 * - `heard`: the platform heard of this desk the last time
 * - `refused`: it does not take the gym id with the token
 * - `unreachable`: it did not answer
 */
export const legacyStates = ['untried', 'heard', 'refused', 'unreachable'] as const;
export type LegacyState = (typeof legacyStates)[number];

/** What the office is told of the legacy interface of a location. The token stays at the desk's server. */
export interface LegacyView {
  url: string;
  gymId: string;
  state: LegacyState;
  /** ISO instant at which the platform last heard of this desk; null before the first time. */
  heardAt: string | null;
  /** ISO instant of the first failure since then. */
  failingSince: string | null;
  /** The manager has something to do, or the gym has fallen silent. */
  needsAttention: boolean;
}

/** What became of credentials that were entered. Only what the platform took is kept. */
export type LegacyOutcome =
  | { kind: 'kept' }
  | { kind: 'refused' | 'unreachable' }
  /** Another address gets no token that was entered for the one before. */
  | { kind: 'tokenMissing' }
  /** An address of this very machine, where the platform is none. */
  | { kind: 'addressNotAllowed' };
