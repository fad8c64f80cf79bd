import type { Locale } from '#lib/i18n/locale.ts';
import type messages from './en.json';

declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale;
    Messages: typeof messages;
  }
}
