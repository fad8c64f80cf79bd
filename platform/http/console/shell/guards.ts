import { isIP } from 'node:net';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { PlatformError } from '#platform/base/errors.ts';
import type { Dependencies } from '#platform/services/dependencies.ts';
import { getGym } from '#platform/services/gyms/get.ts';
import { findSession, type SignedInOwner } from '#platform/services/owners/sessions.ts';
import { isLoopback } from '#shared/network/loopback.ts';
import type { ConsoleEnv } from './environment.ts';
import { readSessionToken } from './session-cookie.ts';

const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** No page is framed by another one, or runs what was not served here. */
export const setPageHeaders = createMiddleware<ConsoleEnv>(async (c, next) => {
  await next();
  c.header('Content-Security-Policy', policy);
  c.header('Referrer-Policy', 'same-origin');
});

/**
 * Refuses a form that another site sent. Browsers say by themselves where a request comes from; a page cannot
 * change what they say. A site whose name leads here has no certificate for it: without HTTPS, the name that was asked for
 * has to be one of the platform's own, or an address.
 * @param ownNames hosts that people may open the console by over plain HTTP, beside this machine
 */
export const requireSameOrigin = (ownNames: readonly string[]) =>
  createMiddleware<ConsoleEnv>(async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && !isSameOrigin(c.req, ownNames)) {
      throw new PlatformError('forbiddenAction', 'The form was not sent from the console.');
    }
    await next();
  });

function isSameOrigin(
  request: { url: string; header(name: string): string | undefined },
  ownNames: readonly string[],
): boolean {
  const { host, hostname } = new URL(request.url);
  const site = request.header('sec-fetch-site');
  const origin = URL.parse(request.header('origin') ?? '');
  // without HTTPS some browsers say no more than their origin
  if (site === undefined ? origin?.host !== host : site !== 'same-origin') return false;
  return origin?.protocol === 'https:' || isLoopback(hostname) || isAddress(hostname) || ownNames.includes(hostname);
}

const isAddress = (hostname: string) => isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0;

const longestFormBytes = 64 * 1024;

export const limitForm = bodyLimit({
  maxSize: longestFormBytes,
  onError: () => {
    throw new PlatformError('invalidRequest', 'The form is too long.');
  },
});

/** Finds out who is signed in, and makes `call` a call for their gym and no other. */
export const recogniseOwner = ({ db, clock, ids }: Dependencies) =>
  createMiddleware<ConsoleEnv>(async (c, next) => {
    const token = readSessionToken(c);
    const owner = token === undefined ? undefined : await findSession(db, token, clock());
    if (owner) {
      const { chainId, gymId } = owner;
      // every member of the gym is its owner's business, however they were published
      const call = { db: db.chain(chainId), chainId, gymId, clock, ids, seesUnmigrated: true };
      c.set('owner', owner);
      c.set('call', call);
      c.set('gym', await getGym(call));
    }
    await next();
  });

/** Who is signed in, on a page behind `requireOwner`. */
export function ownerOf(c: Context<ConsoleEnv>): SignedInOwner {
  const owner = c.get('owner');
  if (!owner) throw new Error('The page is not behind requireOwner.');
  return owner;
}

/** Leads to sign-in where nobody is signed in, and from there back to the page that was asked for. */
export const requireOwner = createMiddleware<ConsoleEnv>(async (c, next) => {
  if (c.get('owner')) return next();
  const wanted = c.req.method === 'GET' ? `?to=${encodeURIComponent(c.req.path)}` : '';
  return c.redirect(`/console/sign-in${wanted}`, 303);
});
