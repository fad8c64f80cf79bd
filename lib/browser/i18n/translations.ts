import { useTranslations as useMessages } from 'next-intl';
import { isolating } from '#lib/wire/i18n/isolate.ts';

/** next-intl messages whose values are bidi-isolated: a right-to-left name does not reorder the sentence. */
export const useTranslations = ((...namespace: Parameters<typeof useMessages>) =>
  isolating(useMessages(...namespace))) as typeof useMessages; // safe because: `isolating` returns the type it gets
