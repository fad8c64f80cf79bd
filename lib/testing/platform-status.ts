import type { PlatformStatus } from '#lib/wire/status.ts';

/** The status of a healthy platform, with a test's changes. */
export const statusOf = (given: Partial<PlatformStatus> = {}): PlatformStatus => ({
  connection: { state: 'reachable' },
  waitingVisits: 0,
  refusedVisits: 0,
  unresolvedVisits: 0,
  visitsInDoubt: 0,
  clockAheadS: null,
  unreadable: [],
  absent: null,
  storage: null,
  ...given,
});
