import { randomUUID } from 'node:crypto';
import { z } from 'zod';

/** The request id header in requests and responses. Client and server each set their own id. */
export const requestIdHeader = 'x-request-id';

/** A new id, for a request that is received or sent. */
export const newRequestId = (): string => randomUUID();

const ofClient = z.uuid();

/**
 * The client's id of its request, for the server's log.
 * @returns undefined for anything but a UUID: it could contain a name or a key
 */
export const readClientRequestId = (told: string | null | undefined): string | undefined =>
  ofClient.safeParse(told).data;

/**
 * The server's id of a request, for the client's log. Servers use many formats.
 * @returns null if it does not look like an id: it could contain anything
 */
export const readServerRequestId = (told: string | null | undefined): string | null =>
  /^[\w.:=+/-]{1,64}$/.test(told ?? '') ? (told ?? null) : null;
