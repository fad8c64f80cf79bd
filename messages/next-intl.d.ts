import type { Locale } from '#lib/wire/i18n/locale.ts';
import type { messages } from './en.ts';

declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale;
    Messages: typeof messages;
  }
}
