import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { sessionMs } from '#platform/services/owners/sessions.ts';
import type { ConsoleEnv } from './environment.ts';

const sessionCookie = 'front_desk_console';

/** No script reads it, no other path and, from another site, nothing but following a link sends it. */
export const cookieOptions = (c: Context<ConsoleEnv>) =>
  ({ path: '/console', httpOnly: true, sameSite: 'Lax', secure: c.get('isHttps') }) as const;

export const readSessionToken = (c: Context<ConsoleEnv>): string | undefined => getCookie(c, sessionCookie);

export const keepSessionToken = (c: Context<ConsoleEnv>, token: string): void =>
  setCookie(c, sessionCookie, token, { ...cookieOptions(c), maxAge: sessionMs / 1000 });

export const dropSessionToken = (c: Context<ConsoleEnv>): void => void deleteCookie(c, sessionCookie, cookieOptions(c));
