import 'server-only';
import { getLocale } from 'next-intl/server';
import type { Locale } from '#lib/wire/i18n/locale.ts';

/** The messages of each language. */
export const messages = {
  en: () => import('#messages/en.ts'),
  de: () => import('#messages/de.ts'),
} satisfies Record<Locale, unknown>;

/** The messages in the language of the request that a page sends to the browser. */
export const readMessages = async (part: 'everyday' | 'office' | 'reports') =>
  (await messages[await getLocale()]())[part];
