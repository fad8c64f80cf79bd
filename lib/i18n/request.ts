import { cookies, headers } from 'next/headers';
import { getRequestConfig } from 'next-intl/server';
import { chooseLocale, localeCookie } from './locale.ts';

export default getRequestConfig(async () => {
  const locale = chooseLocale((await cookies()).get(localeCookie)?.value, (await headers()).get('accept-language'));
  return {
    locale,
    messages: (await import(`#messages/${locale}.json`)).default,
    // every time on screen names its location's zone itself; this is only the preset next-intl asks for
    timeZone: 'UTC',
  };
});
