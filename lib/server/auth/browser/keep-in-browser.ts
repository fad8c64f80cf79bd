import 'server-only';
import { cookies } from 'next/headers';
import { runningDesk } from '#lib/server/base/desk-context.ts';
import { dayS } from '#shared/calendar/durations.ts';

const oneYearS = 365 * dayS;

/** Keeps a choice in a cookie of this browser for a year. Where the desk is opened over HTTPS, it never leaves HTTPS. */
export async function keepInBrowser(name: string, value: string): Promise<void> {
  const secure = runningDesk().url.startsWith('https:');
  (await cookies()).set(name, value, { httpOnly: true, sameSite: 'lax', path: '/', maxAge: oneYearS, secure });
}
