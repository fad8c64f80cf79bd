import 'server-only';
import { cache } from 'react';
import { z } from 'zod';
import { runningDesk } from '#lib/server/base/desk-context.ts';
import { readExactCookie } from '#lib/server/base/read-cookie.ts';
import type { StaffPermission } from '#lib/wire/permissions.ts';
import { sessionCookie } from '#lib/wire/session-cookie-names.ts';
import { auditRefusal } from './audit-refusal.ts';
import { cookieNamed } from './browser/cookie-named.ts';
import { authorise, type LoadedSession, loadStaff, type SignedIn } from './load-staff.ts';
import { readSessionToken } from './session/session-token.ts';

/**
 * The person of this request's session, cached for one render.
 * The parameters are those of `LoadedSession`: the cache compares each.
 * @returns null where nobody is signed in, or the session waits for a passkey
 * @throws ActionFailure `notAllowed` for a person without a location
 */
export const readStaff = cache(
  async (named?: string, withRetired?: boolean, evenWaiting?: boolean): Promise<SignedIn | null> => {
    const desk = runningDesk();
    const token = await readExactCookie(cookieNamed(sessionCookie).name);
    const claim = token === undefined ? null : await readSessionToken(desk, token);
    return claim && loadStaff(desk, claim, { named, withRetired, evenWaiting });
  },
);

/**
 * @param url of the request: the location that it names is read with the session
 * @param withRetired see `LoadedSession`, as for `evenWaiting`
 * @throws ActionFailure `signedOut` or `notAllowed`
 */
export async function requireStaff(
  permission: StaffPermission,
  { url, ...sessions }: { url?: string | undefined } & Omit<LoadedSession, 'named'> = {},
): Promise<SignedIn> {
  const signedIn = await readStaff(url && namedIn(url), sessions.withRetired, sessions.evenWaiting);
  try {
    return authorise(signedIn, permission);
  } catch (error) {
    if (signedIn) await auditRefusal(signedIn, { permission, error });
    throw error;
  }
}

/** Anything but an id is refused later, where the input is parsed. */
const namedIn = (url: string): string | undefined =>
  z.uuid().safeParse(new URL(url).searchParams.get('locationId')).data;
