import { randomBytes, randomUUID } from 'node:crypto';

/** The current time. Every rule that depends on time uses this clock. */
export type Clock = () => Date;

/** The source of identifiers and secrets. */
export interface Ids {
  uuid(): string;
  bytes(length: number): Buffer;
}

export const systemClock: Clock = () => new Date();
export const randomIds: Ids = { uuid: () => randomUUID(), bytes: (length) => randomBytes(length) };
