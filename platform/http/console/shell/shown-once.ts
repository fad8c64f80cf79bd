import type { Context } from 'hono';
import { z } from 'zod';
import { deleteCookie, getCookie, setCookie } from './cookies.ts';
import type { ConsoleEnv } from './environment.ts';
import { readSessionToken } from './session-cookie.ts';

const cookie = 'front_desk_console_once';
const longestS = 60;

const secret = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('apiKey'), value: z.string() }),
  z.object({ kind: z.literal('accessToken'), value: z.string(), legacyGymId: z.number() }),
  z.object({ kind: z.literal('webhookSecret'), value: z.string(), webhookId: z.number() }),
]);
export type Secret = z.infer<typeof secret>;
const kept = z.object({ secret, until: z.number() });

/** Binds the encryption to the session of this browser. */
const sealedFor = (c: Context<ConsoleEnv>): string => `shown once/${readSessionToken(c)}`;

/**
 * Passes a new secret through the redirect to the page that shows it, in an encrypted cookie. The server does not
 * store the secret, and reloading the page does not repeat the POST.
 */
export function setFlashSecret(c: Context<ConsoleEnv>, made: Secret): void {
  const until = c.get('call').clock().getTime() + longestS * 1000;
  const sealed = c.get('seal').close(JSON.stringify({ secret: made, until }), sealedFor(c));
  setCookie(c, cookie, sealed, longestS);
}

/** @returns undefined from the second call on */
export function takeFlashSecret(c: Context<ConsoleEnv>): Secret | undefined {
  const sealed = getCookie(c, cookie);
  if (sealed === undefined) return undefined;
  deleteCookie(c, cookie);
  const opened = c.get('seal').open(sealed, sealedFor(c));
  if (opened === null) return undefined; // from another session, or not a cookie of ours
  const read = kept.safeParse(JSON.parse(opened));
  if (!read.success) return undefined; // from an earlier version
  return read.data.until > c.get('call').clock().getTime() ? read.data.secret : undefined;
}
