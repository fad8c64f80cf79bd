import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Locale } from '#lib/i18n/locale.ts';
import { messages as de } from '#messages/de.ts';
import { messages as en } from '#messages/en.ts';

const messages = { en, de };

/** The first markup of a component, in one language. A message that is missing or lacks an argument throws. */
export function render(children: ReactNode, locale: Locale = 'en'): string {
  const onError = (error: Error) => {
    throw error;
  };
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={messages[locale]} timeZone="UTC" onError={onError}>
      {children}
    </NextIntlClientProvider>,
  );
}

/** What can be read of a markup. */
export function textOf(markup: string): string {
  const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };
  return markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}
