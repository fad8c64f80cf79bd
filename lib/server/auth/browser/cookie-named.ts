import 'server-only';
import { runningDesk } from '#lib/server/base/desk-context.ts';
import { safeCookie } from '#lib/wire/safe-cookie.ts';

/** The full name of a cookie that this desk sets. Without HTTPS browsers would refuse the prefix. */
export function cookieNamed(name: string): { name: string; secure: boolean } {
  const secure = runningDesk().url.startsWith('https:');
  return { name: secure ? safeCookie(name) : name, secure };
}
