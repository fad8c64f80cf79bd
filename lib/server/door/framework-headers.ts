import type { IncomingMessage } from 'node:http';
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js';

/**
 * Takes away where next-auth would lead after a sign-in: no page asks for that, and where anybody has made it no address
 * all its reads fail.
 */
export function dropCallbackAddress({ headers }: IncomingMessage): void {
  if (headers.cookie === undefined) return;
  const nameOf = (cookie: string) => cookie.split('=', 1)[0]?.trim() ?? '';
  const kept = headers.cookie.split(';').filter((cookie) => !nameOf(cookie).endsWith('next-auth.callback-url'));
  if (kept.length > 0) headers.cookie = kept.join(';');
  else delete headers.cookie;
}

/** Whether what a page says of itself can be read: Next itself fails where it cannot, with a line of the log. */
export function isRouterState(told: string | undefined): boolean {
  try {
    parseAndValidateFlightRouterState(told);
    return true;
  } catch {
    return false;
  }
}
