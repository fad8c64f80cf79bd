import { useTranslations as useMessages } from 'next-intl';
import { isolating } from '#lib/wire/i18n/isolate.ts';

/** Messages in the language of the page. Whatever they name, a name written from right to left turns no sentence around. */
export const useTranslations = ((...namespace: Parameters<typeof useMessages>) =>
  isolating(useMessages(...namespace))) as typeof useMessages; // safe because: it answers the same translator
