import 'server-only';
import { cookies } from 'next/headers';
import { dayS } from '#shared/calendar/durations.ts';
import { cookieNamed } from './cookie-named.ts';

const oneYearS = 365 * dayS;

/**
 * Stores a value in a cookie, as a secure one where the desk's public address is HTTPS.
 * @param maxAgeS how long the browser keeps it; a year for a choice
 */
export async function keepInBrowser(of: string, value: string, maxAgeS = oneYearS): Promise<void> {
  const { name, secure } = cookieNamed(of);
  (await cookies()).set(name, value, { httpOnly: true, sameSite: 'lax', path: '/', maxAge: maxAgeS, secure });
}
