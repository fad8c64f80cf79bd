import type { IncomingMessage } from 'node:http';
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js';

/**
 * Removes the cookie with next-auth's redirect target. No page of ours uses it, and a value that is not a URL makes all reads of
 * next-auth fail.
 */
export function dropCallbackAddress({ headers }: IncomingMessage): void {
  if (headers.cookie === undefined) return;
  const nameOf = (cookie: string) => cookie.split('=', 1)[0]?.trim() ?? '';
  const kept = headers.cookie.split(';').filter((cookie) => !nameOf(cookie).endsWith('next-auth.callback-url'));
  if (kept.length > 0) headers.cookie = kept.join(';');
  else delete headers.cookie;
}

/** Whether the router state that a page sends can be parsed. For one that cannot, Next itself fails and logs an error. */
export function isRouterState(told: string | undefined): boolean {
  try {
    parseAndValidateFlightRouterState(told);
    return true;
  } catch {
    return false;
  }
}
