import { headers } from 'next/headers';
import { getRequestConfig } from 'next-intl/server';
import { readCookie } from '#lib/server/base/read-cookie.ts';
import { chooseLocale, localeCookie } from '#lib/wire/i18n/locale.ts';
import { messages } from './messages.ts';

export default getRequestConfig(async () => {
  const locale = chooseLocale(await readCookie(localeCookie), (await headers()).get('accept-language'));
  return {
    locale,
    messages: (await messages[locale]()).messages,
    // next-intl requires a default; every time on screen sets the zone of its location explicitly
    timeZone: 'UTC',
  };
});
