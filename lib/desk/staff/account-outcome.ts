/** What the platform of the location says of an address. */
export type AccountSearch =
  | { kind: 'found'; accountId: string; name: string }
  /** It knows nobody with this address. */
  | { kind: 'unknown' }
  /** It knows the person but tells nothing of them: they have no membership in this chain. */
  | { kind: 'noMembership' };

export type LinkOutcome = { kind: 'linked' } | { kind: 'takenByColleague'; name: string };
