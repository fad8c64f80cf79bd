import 'server-only';
import { getTranslations as getMessages } from 'next-intl/server';
import { isolating } from '#lib/wire/i18n/isolate.ts';

/** `useTranslations` of what is written on the server. */
export const getTranslations = (async (...namespace: Parameters<typeof getMessages>) =>
  isolating<object>(await getMessages(...namespace))) as typeof getMessages; // safe because: it answers the same translator
