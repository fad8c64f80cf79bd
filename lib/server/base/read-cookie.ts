import 'server-only';
import { cookies, headers } from 'next/headers';
import { currentContext } from '#lib/server/log/request-context.ts';
import { cookieIn } from '#lib/wire/cookie-in.ts';
import { safeCookie } from '#lib/wire/safe-cookie.ts';

/** A header of the current request. */
export const readHeader = async (name: string): Promise<string | null> =>
  (currentContext()?.headers ?? (await headers())).get(name);

/** A cookie of the current request, by its full name. */
export async function readExactCookie(name: string): Promise<string | undefined> {
  const sent = currentContext()?.headers;
  return sent ? cookieIn(sent.get('cookie'), name) : (await cookies()).get(name)?.value;
}

/** A cookie that this desk or one of its pages keeps in the browser, over HTTPS under the name with a prefix. Not trusted. */
export const readCookie = async (name: string): Promise<string | undefined> =>
  // without the prefix: over plain HTTP, or by an earlier version
  (await readExactCookie(safeCookie(name))) ?? (await readExactCookie(name));
