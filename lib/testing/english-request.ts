import { createTranslator, type Messages, type NamespaceKeys, type NestedKeyOf } from 'next-intl';

/** What next-intl knows of a request: it is by somebody who reads English (`mock-requests.ts`). */
export const getLocale = async () => 'en' as const;
export const getTranslations = async (namespace?: NamespaceKeys<Messages, NestedKeyOf<Messages>>) => {
  const { messages } = await import('#messages/en.ts');
  return createTranslator({ locale: 'en', messages, namespace });
};
