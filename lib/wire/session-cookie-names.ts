import { safeCookie } from './safe-cookie.ts';

/** The session cookie, over plain HTTP. */
export const sessionCookie = 'next-auth.session-token';

/** Its names: over plain HTTP, and over HTTPS. */
export const sessionCookies: readonly string[] = [sessionCookie, safeCookie(sessionCookie)];
