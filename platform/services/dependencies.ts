import type { Clock, Ids } from '#platform/base/clock-and-ids.ts';
import type { PlatformDatabase } from '#platform/db/client.ts';
import type { Log } from '#shared/log/log.ts';

/** All dependencies of the platform, injected at the start. */
export interface Dependencies {
  db: PlatformDatabase;
  clock: Clock;
  /** The real time, where a sandbox moves `clock`. */
  realClock?: Clock | undefined;
  ids: Ids;
  log: Log;
}
