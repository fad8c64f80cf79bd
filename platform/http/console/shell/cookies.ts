import type { Context } from 'hono';
import * as hono from 'hono/cookie';
import type { ConsoleEnv } from './environment.ts';

/**
 * Cookies of the console are HttpOnly, and other sites send them only by following a link (SameSite=Lax). With HTTPS
 * the name begins with `__Host-`: no other host of the domain, and no attacker on the network, can replace the
 * cookie. The prefix requires the path `/`; with plain HTTP it is the path of the pages: the console's, if none is given.
 */
const optionsOf = (c: Context<ConsoleEnv>, path = '/console') =>
  c.get('isHttps')
    ? ({ path: '/', httpOnly: true, sameSite: 'Lax', secure: true, prefix: 'host' } as const)
    : ({ path, httpOnly: true, sameSite: 'Lax', secure: false } as const);

export const getCookie = (c: Context<ConsoleEnv>, name: string): string | undefined =>
  c.get('isHttps') ? hono.getCookie(c, name, 'host') : hono.getCookie(c, name);

/** The cookies whose names begin so. */
export function listCookies(c: Context<ConsoleEnv>, beginning: string): { name: string; value: string }[] {
  const prefix = c.get('isHttps') ? '__Host-' : '';
  return Object.entries(hono.getCookie(c))
    .filter(([name]) => name.startsWith(`${prefix}${beginning}`))
    .map(([name, value]) => ({ name: name.slice(prefix.length), value }));
}

export const setCookie = (c: Context<ConsoleEnv>, name: string, value: string, maxAge: number, path?: string): void =>
  hono.setCookie(c, name, value, { ...optionsOf(c, path), maxAge });

export const deleteCookie = (c: Context<ConsoleEnv>, name: string): void =>
  void hono.deleteCookie(c, name, optionsOf(c));
