import type { Clock, Ids } from '#platform/base/clock-and-ids.ts';
import type { PlatformDatabase } from '#platform/db/client.ts';
import type { Log } from '#shared/log/log.ts';

/** All that the platform works with, handed in by whoever starts it. */
export interface Dependencies {
  db: PlatformDatabase;
  clock: Clock;
  ids: Ids;
  log: Log;
}
