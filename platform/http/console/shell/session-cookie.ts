import type { Context } from 'hono';
import { shiftMs } from '#shared/session/session-rules.ts';
import { deleteCookie, getCookie, setCookie } from './cookies.ts';
import type { ConsoleEnv } from './environment.ts';

const sessionCookie = 'front_desk_console';

export const readSessionToken = (c: Context<ConsoleEnv>): string | undefined => getCookie(c, sessionCookie);

export const keepSessionToken = (c: Context<ConsoleEnv>, token: string): void =>
  setCookie(c, sessionCookie, token, shiftMs / 1000);

export const dropSessionToken = (c: Context<ConsoleEnv>): void => deleteCookie(c, sessionCookie);
