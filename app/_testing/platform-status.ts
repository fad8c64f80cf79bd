import type { PlatformStatus } from '#lib/wire/status.ts';

/** A platform that is well, but for what a test says. */
export const statusOf = (given: Partial<PlatformStatus> = {}): PlatformStatus => ({
  ...{ connection: { state: 'reachable' }, waitingVisits: 0, refusedVisits: 0, unresolvedVisits: 0, visitsInDoubt: 0 },
  ...{ clockAheadS: null, unreadable: [], absent: null, storage: null, ...given },
});
