import { randomBytes, randomUUID } from 'node:crypto';

/** The present moment. Every rule that depends on time asks this one clock. */
export type Clock = () => Date;

/** Where identifiers and secrets come from. */
export interface Ids {
  uuid(): string;
  bytes(length: number): Buffer;
}

export const systemClock: Clock = () => new Date();
export const randomIds: Ids = { uuid: () => randomUUID(), bytes: (length) => randomBytes(length) };
