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

/** For the session of this browser alone. */
const sealedFor = (c: Context<ConsoleEnv>): string => `shown once/${readSessionToken(c)}`;

/**
 * Carries a new secret over the redirect to the page that shows it: sealed, in a cookie, so that it lies nowhere on the
 * server and a page that is loaded again has nothing to send once more.
 */
export function keepForOnePage(c: Context<ConsoleEnv>, made: Secret): void {
  const until = c.get('call').clock().getTime() + longestS * 1000;
  const sealed = c.get('ownerRules').seal.close(JSON.stringify({ secret: made, until }), sealedFor(c));
  setCookie(c, cookie, sealed, longestS);
}

/** @returns undefined from the second time on */
export function takeForOnePage(c: Context<ConsoleEnv>): Secret | undefined {
  const sealed = getCookie(c, cookie);
  if (sealed === undefined) return undefined;
  deleteCookie(c, cookie);
  const opened = c.get('ownerRules').seal.open(sealed, sealedFor(c));
  if (opened === null) return undefined; // of another session, or no cookie of ours
  const read = kept.safeParse(JSON.parse(opened));
  if (!read.success) return undefined; // of an earlier version
  return read.data.until > c.get('call').clock().getTime() ? read.data.secret : undefined;
}
