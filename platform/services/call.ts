import type { ChainDatabase } from '#platform/db/client.ts';
import type { Clock, Ids } from '#platform/dependencies.ts';

/** One call of a service: for which gym, and what it works with. */
export interface Call {
  db: ChainDatabase;
  chainId: string;
  gymId: string;
  clock: Clock;
  ids: Ids;
}
