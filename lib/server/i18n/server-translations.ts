import 'server-only';
import { getTranslations as getMessages } from 'next-intl/server';
import { isolating } from '#lib/wire/i18n/isolate.ts';

/** `useTranslations` for server components and routes. */
export const getTranslations = (async (...namespace: Parameters<typeof getMessages>) =>
  isolating<object>(await getMessages(...namespace))) as typeof getMessages; // safe because: it returns the same kind of translator
