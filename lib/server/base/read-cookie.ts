import 'server-only';
import { cookies } from 'next/headers';
import { safeCookie } from '#lib/wire/safe-cookie.ts';

/** A cookie that this desk or one of its pages keeps in the browser, over HTTPS under the name with a prefix. Not trusted. */
export async function readCookie(name: string): Promise<string | undefined> {
  const sent = await cookies();
  // without the prefix: over plain HTTP, or by an earlier version
  return (sent.get(safeCookie(name)) ?? sent.get(name))?.value;
}
