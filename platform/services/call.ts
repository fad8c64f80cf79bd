import type { Clock, Ids } from '#platform/base/clock-and-ids.ts';
import type { ChainDatabase } from '#platform/db/client.ts';

/** The context of one call of a service: the gym, and the dependencies. */
export interface Call {
  db: ChainDatabase;
  chainId: string;
  gymId: string;
  /** Whether the caller sees members who were published through version 1 and not migrated. Version 1 sees them. */
  seesUnmigrated: boolean;
  /** Whether the gym is one of a sandbox without limits. */
  isUnlimited?: boolean;
  clock: Clock;
  /** The real time, where a sandbox moves `clock`. */
  realClock?: Clock | undefined;
  ids: Ids;
}
