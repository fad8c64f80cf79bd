import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime.js';
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime.js';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { GymAddress } from '#lib/browser/page/gym-address.tsx';
import type { Locale } from '#lib/wire/i18n/locale.ts';
import { messages as de } from '#messages/de.ts';
import { messages as en } from '#messages/en.ts';

const messages = { en, de };

interface Page {
  queryClient?: QueryClient;
}

/**
 * The server-rendered HTML of a component within its providers. Throws on a message that is missing or lacks an
 * argument.
 */
export function render(
  children: ReactNode,
  locale: Locale = 'en',
  { queryClient = new QueryClient() }: Page = {},
): string {
  const onError = (error: Error) => {
    throw error;
  };
  const router = {} as AppRouterInstance; // safe because: no component navigates while it renders
  return renderToStaticMarkup(
    <AppRouterContext value={router}>
      <QueryClientProvider client={queryClient}>
        <NextIntlClientProvider locale={locale} messages={messages[locale]} timeZone="UTC" onError={onError}>
          <SearchParamsContext value={new URLSearchParams()}>
            <GymAddress slug="munich-west">{children}</GymAddress>
          </SearchParamsContext>
        </NextIntlClientProvider>
      </QueryClientProvider>
    </AppRouterContext>,
  );
}

/** The visible text of HTML. */
export function textOf(markup: string): string {
  const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };
  return markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}
