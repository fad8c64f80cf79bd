import { cookies, headers } from 'next/headers';
import { getRequestConfig } from 'next-intl/server';
import { chooseLocale, localeCookie } from '#lib/wire/i18n/locale.ts';
import { messages } from './messages.ts';

export default getRequestConfig(async () => {
  const locale = chooseLocale((await cookies()).get(localeCookie)?.value, (await headers()).get('accept-language'));
  return {
    locale,
    messages: (await messages[locale]()).messages,
    // next-intl requires a default; every time on screen sets the zone of its location explicitly
    timeZone: 'UTC',
  };
});
