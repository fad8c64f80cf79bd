import { isIP } from 'node:net';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { PlatformError } from '#platform/base/errors.ts';
import { createByteLimit } from '#platform/base/limit-bytes.ts';
import { receiveBody } from '#platform/http/receive-body.ts';
import type { Dependencies } from '#platform/services/dependencies.ts';
import { getGym } from '#platform/services/gyms/get.ts';
import type { OwnerRules } from '#platform/services/owners/rules.ts';
import { findSession, noteActivity, type SignedInOwner } from '#platform/services/owners/sessions.ts';
import { isLoopback } from '#shared/network/loopback.ts';
import { networkOf } from '#shared/sign-in/client-address.ts';
import type { ConsoleEnv } from './environment.ts';
import { readForm } from './form.ts';
import { readSessionToken } from './session-cookie.ts';

/** The Content-Security-Policy of pages. */
export const pagePolicy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Headers that forbid framing, and scripts from other origins. */
export const setPageHeaders = createMiddleware<ConsoleEnv>(async (c, next) => {
  await next();
  c.header('Content-Security-Policy', pagePolicy);
  c.header('Referrer-Policy', 'same-origin');
});

/**
 * Rejects a form that another site sent (CSRF). Browsers set the origin of a request themselves; a page cannot change
 * it. Another site's host name may also resolve to this server (DNS rebinding), but has no certificate for it.
 * Without HTTPS, the host must therefore be one of the platform's own names or an IP address.
 * @param ownNames hosts under which people may open the console over plain HTTP, in addition to this machine
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
  // without HTTPS some browsers do not send Sec-Fetch-Site, only Origin
  if (site === undefined ? origin?.host !== host : site !== 'same-origin') return false;
  return origin?.protocol === 'https:' || isLoopback(hostname) || isAddress(hostname) || ownNames.includes(hostname);
}

const isAddress = (hostname: string) => isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0;

const maxFormBytes = 64 * 1024;
/** Anybody may send forms, most of which have less than 1 kB. */
const limitForms = createByteLimit({
  what: 'Forms',
  holder: 'network',
  perHolder: 1024 * 1024,
  overall: 32 * 1024 * 1024,
  reserved: 8 * 1024,
});

/**
 * Receives the whole form before the session is read. The body of a request may come minutes after its headers: if the session
 * ends meanwhile, the form must not be processed.
 */
export const receiveForm = createMiddleware<ConsoleEnv>(async (c, next) => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
  const held = limitForms(networkOf(c.get('clientAddress')));
  try {
    await receiveBody(c, { maxBytes: maxFormBytes, held, refuseLong }).catch(refuseUnreceived);
    await readForm(c);
    await next();
  } finally {
    held.release();
  }
});

const refuseLong = () => {
  throw new PlatformError('invalidRequest', 'The form is too long.');
};

const refuseUnreceived = (error: unknown) => {
  throw error instanceof PlatformError ? error : new PlatformError('invalidRequest', 'The form did not arrive.');
};

/**
 * Reads the session, and sets `call` to a call for the owner's gym only. An owner whose session waits for a passkey is not signed in:
 * only the page that adds one knows them.
 */
export const recogniseOwner = ({ db, clock, realClock, ids, log, rules }: Dependencies & { rules: OwnerRules }) =>
  createMiddleware<ConsoleEnv>(async (c, next) => {
    const token = readSessionToken(c);
    const found = token === undefined ? undefined : await findSession({ db, clock, rules }, token);
    if (found) {
      const { owner, awaitsPasskey } = found;
      await noteActivity(db, owner.session, clock()).catch((error: unknown) =>
        log.warn({ error }, 'the activity in a session of an owner could not be noted'),
      );
      const { chainId, gymId } = owner;
      // the owner sees every member of the gym, whichever interface published them
      const call = { db: db.chain(chainId), chainId, gymId, clock, realClock, ids, seesUnmigrated: true };
      if (awaitsPasskey) c.set('waitingOwner', owner);
      else {
        c.set('owner', owner);
        c.set('call', call);
      }
      c.set('gym', await getGym(call));
    }
    await next();
  });

/** The signed-in owner, on a page behind `requireOwner`. */
export function ownerOf(c: Context<ConsoleEnv>): SignedInOwner {
  const owner = c.get('owner');
  if (!owner) throw new Error('The page is not behind requireOwner.');
  return owner;
}

/** Redirects to sign-in without a session, to the page that adds a passkey with one that waits for it, and afterwards back to the requested page. */
export const requireOwner = createMiddleware<ConsoleEnv>(async (c, next) => {
  if (c.get('owner')) return next();
  const wanted = c.req.method === 'GET' ? `?to=${encodeURIComponent(c.req.path)}` : '';
  return c.redirect(`${c.get('waitingOwner') ? addPasskeyPath : '/console/sign-in'}${wanted}`, 303);
});

/** Where an owner adds the passkey that the platform requires. */
export const addPasskeyPath = '/console/add-passkey';
