'use server';

import { cookies } from 'next/headers';
import { z } from 'zod';
import { ActionFailure } from '#lib/actions/failure.ts';
import type { ActionResult } from '#lib/actions/result.ts';
import { runAction } from '#lib/actions/run-action.ts';
import { keepLocation } from '#lib/auth/location-cookie.ts';
import { localeCookie, locales } from '#lib/i18n/locale.ts';

const oneYearS = 365 * 24 * 60 * 60;
const cookieOptions = { httpOnly: true, sameSite: 'lax', path: '/', maxAge: oneYearS } as const;

/** Works for another of one's own locations from now on, at this browser. */
export async function switchLocation(input: { locationId: string }): Promise<ActionResult<null>> {
  const schema = z.object({ locationId: z.uuid() });
  return runAction({ permission: 'readFloor', input: schema }, input, async ({ locations }, { locationId }) => {
    if (!locations.some(({ id }) => id === locationId)) {
      throw new ActionFailure('notAllowed', 'This location is not given to this person.');
    }
    await keepLocation(locationId);
    return null;
  });
}

export async function setLocale(input: { locale: (typeof locales)[number] }): Promise<ActionResult<null>> {
  const schema = z.object({ locale: z.enum(locales) });
  return runAction({ permission: 'readFloor', input: schema }, input, async (_context, { locale }) => {
    (await cookies()).set(localeCookie, locale, cookieOptions);
    return null;
  });
}
