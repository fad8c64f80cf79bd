import type { IncomingMessage } from 'node:http';
import { gymPageAt } from '#lib/wire/gym-path.ts';
import { networkOf } from '#shared/sign-in/client-address.ts';

/** Both are called for each request, so they must be fast. */
export interface SenderLookups {
  /** @returns the id of the location with this id or slug; undefined where none is known */
  locationNamed(name: string): string | undefined;
  /** Whether a `Cookie` header holds a valid session token. */
  hasSession(cookies: string | undefined): boolean;
}

/**
 * What a request counts for: the location that it names by id, or by slug as pages and their actions do, if it exists and the
 * request carries a session token; else the client's network, which is usually a gym's. Otherwise strangers could use up the
 * share of a gym whose slug they guess, or get another share for each id they invent. It is not checked here whether the
 * session may use the location.
 */
export function senderOf(
  { url = '', headers, socket }: IncomingMessage,
  { locationNamed, hasSession }: SenderLookups,
): string {
  const [path = '', query] = url.split('?', 2);
  const name = gymPageAt(path)?.slug ?? new URLSearchParams(query).get('locationId');
  const locationId = name === null ? undefined : locationNamed(name);
  if (locationId !== undefined && hasSession(headers.cookie)) return locationId;
  return networkOf(String(headers['x-forwarded-for'] ?? socket.remoteAddress));
}
