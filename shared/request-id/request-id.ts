import { randomUUID } from 'node:crypto';
import { z } from 'zod';

/** Names a request to a server, and its answer: each side by its own name. */
export const requestIdHeader = 'x-request-id';

/** The name of a request that is answered now, or of one that is sent. */
export const newRequestId = (): string => randomUUID();

const ofClient = z.uuid();

/**
 * What a client called its request, for the log of who answers it.
 * @returns undefined for anything but a UUID: it could hold a name or a key
 */
export const readClientRequestId = (told: string | null | undefined): string | undefined =>
  ofClient.safeParse(told).data;

/**
 * What a server called a request, for the log of who sent it. Servers have names of many forms.
 * @returns null for what does not look like a name: it could hold anything
 */
export const readServerRequestId = (told: string | null | undefined): string | null =>
  /^[\w.:=+/-]{1,64}$/.test(told ?? '') ? (told ?? null) : null;
