import type { NotTried, Unanswered } from './connection.ts';

/**
 * - `untried`: the current credentials have not been used yet
 * - `heard`: the last report to the platform succeeded
 * - `refused`: the platform rejects this gym id with this token
 * - `unreachable`: the platform did not respond
 */
export const legacyStates = ['untried', 'heard', 'refused', 'unreachable'] as const;
export type LegacyState = (typeof legacyStates)[number];

/** The state of a location's legacy interface, for the office. The token never leaves the desk's server. */
export interface LegacyView {
  url: string;
  gymId: string;
  state: LegacyState;
  /** ISO instant of the last successful report to the platform; null before the first. */
  heardAt: string | null;
  /** ISO instant of the first failure since the last success. */
  failingSince: string | null;
  /** Whether the manager must act, or the reports of the gym have stopped. */
  needsAttention: boolean;
}

/** The outcome of entering credentials. They are stored only if the platform accepts them. */
export type LegacyOutcome =
  | { kind: 'kept' }
  | { kind: 'refused' | 'busy' }
  | Unanswered
  /** A new address needs its token entered again: the token of the old address is not sent to another one. */
  | { kind: 'tokenMissing' }
  | NotTried;
