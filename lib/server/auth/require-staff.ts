import 'server-only';
import { cache } from 'react';
import { z } from 'zod';
import { runningDesk } from '#lib/server/base/desk-context.ts';
import { readExactCookie } from '#lib/server/base/read-cookie.ts';
import type { StaffPermission } from '#lib/wire/permissions.ts';
import { sessionCookie } from '#lib/wire/session-cookies.ts';
import { auditRefusal } from './audit-refusal.ts';
import { cookieNamed } from './browser/cookie-named.ts';
import { authorise, loadStaff, type SignedIn } from './load-staff.ts';
import { readSessionToken } from './session/session-token.ts';

/**
 * The person of this request's session, cached for one render.
 * @param named see `loadStaff`, as for `withRetired`
 * @returns null where nobody is signed in
 * @throws ActionFailure `notAllowed` for a person without a location
 */
export const readStaff = cache(async (named?: string, withRetired?: boolean): Promise<SignedIn | null> => {
  const desk = runningDesk();
  const token = await readExactCookie(cookieNamed(sessionCookie).name);
  const claim = token === undefined ? null : await readSessionToken(desk, token);
  return claim && loadStaff(desk, claim, { named, withRetired });
});

/**
 * @param url of the request: the location that it names is read with the session
 * @param withRetired see `loadStaff`
 * @throws ActionFailure `signedOut` or `notAllowed`
 */
export async function requireStaff(
  permission: StaffPermission,
  { url, withRetired }: { url?: string | undefined; withRetired?: boolean } = {},
): Promise<SignedIn> {
  const signedIn = await readStaff(url && namedIn(url), withRetired);
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
