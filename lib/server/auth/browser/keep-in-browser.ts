import 'server-only';
import { cookies } from 'next/headers';
import { runningDesk } from '#lib/server/base/desk-context.ts';
import { dayS } from '#shared/calendar/durations.ts';

const oneYearS = 365 * dayS;

/** Stores a choice in a cookie for a year, as a secure cookie where the desk's public address is HTTPS. */
export async function keepInBrowser(name: string, value: string): Promise<void> {
  const secure = runningDesk().url.startsWith('https:');
  (await cookies()).set(name, value, { httpOnly: true, sameSite: 'lax', path: '/', maxAge: oneYearS, secure });
}
