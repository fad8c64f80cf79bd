import type { Clock, Ids } from '#platform/base/clock-and-ids.ts';
import type { ChainDatabase } from '#platform/db/client.ts';

/** One call of a service: for which gym, and what it works with. */
export interface Call {
  db: ChainDatabase;
  chainId: string;
  gymId: string;
  /** Whether members published through version 1 and not migrated exist for the caller: for version 1 they do. */
  seesUnmigrated: boolean;
  clock: Clock;
  ids: Ids;
}
