import { randomBytes, randomUUID } from 'node:crypto';
import type { PlatformDatabase } from '#platform/db/client.ts';
import type { Log } from '#shared/log/log.ts';

/** The present moment. Every rule that depends on time asks this one clock. */
export type Clock = () => Date;

/** Where identifiers and secrets come from. */
export interface Ids {
  uuid(): string;
  bytes(length: number): Buffer;
}

export const systemClock: Clock = () => new Date();
export const randomIds: Ids = { uuid: () => randomUUID(), bytes: (length) => randomBytes(length) };

/** All that the platform works with, handed in by whoever starts it. */
export interface Dependencies {
  db: PlatformDatabase;
  clock: Clock;
  ids: Ids;
  log: Log;
}
