/** What became of giving a badge. */
export type BadgeOutcome =
  | { kind: 'given' }
  /** What was read is no card number. */
  | { kind: 'unreadable' }
  /** `name` is null for who works at other locations only. */
  | { kind: 'takenByColleague'; name: string | null }
  | { kind: 'takenByMember'; name: string };
