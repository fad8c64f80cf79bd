import { QueryClientProvider } from '@tanstack/react-query';
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime.js';
import { PathnameContext, SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime.js';
import { NextIntlClientProvider } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { type Mocked, vi } from 'vitest';
import { type RenderResult, render } from 'vitest-browser-react';
import { Toaster } from '#components/ui/toaster.tsx';
import { GymAddress } from '#lib/browser/page/gym-address.tsx';
import { leadToMistakes } from '#lib/browser/page/lead-to-mistakes.ts';
import { makeQueryClient } from '#lib/browser/queries/query-client.ts';
import { gymPath } from '#lib/wire/gym-path.ts';
import type { Locale } from '#lib/wire/i18n/locale.ts';
import { messages as de } from '#messages/de.ts';
import { messages as en } from '#messages/en.ts';

const messages = { en, de };

interface Address {
  locale?: Locale;
  /** The address that the page has within its gym: its path, and what stands behind the question mark. */
  path?: string;
  /** The screen is a whole page: its content has a `main` of its own. */
  hasMain?: boolean;
}

interface OpenedScreen extends RenderResult {
  router: Mocked<AppRouterInstance>;
}

/** Draws a screen in the browser, with all that stands around it in the desk but the header: language, queries, notes. */
export async function openScreen(
  screen: ReactNode,
  { locale = 'en', path = '/', hasMain = false }: Address = {},
): Promise<OpenedScreen> {
  const { pathname, searchParams } = new URL(inGym(path), 'http://desk.test');
  const router = {
    push: vi.fn(),
    replace: vi.fn(),
    refresh: vi.fn(),
    prefetch: vi.fn(),
    back: vi.fn(),
  } as unknown as Mocked<AppRouterInstance>; // safe because: screens call nothing else of it
  document.documentElement.lang = locale;
  // keys reach what has the focus in here
  window.focus();
  const page = await render(
    <AppRouterContext value={router}>
      <PathnameContext value={pathname}>
        <SearchParamsContext value={searchParams}>
          <NextIntlClientProvider locale={locale} messages={messages[locale]} timeZone={timeZone} onError={fail}>
            <GymAddress slug={gymOfScreens}>
              <Page>{hasMain ? screen : <main>{screen}</main>}</Page>
            </GymAddress>
          </NextIntlClientProvider>
        </SearchParamsContext>
      </PathnameContext>
    </AppRouterContext>,
  );
  return Object.assign(page, { router });
}

const timeZone = 'Europe/Berlin';

const gymOfScreens = 'munich-west';

/** The address of a page of the gym whose screens these are. */
const inGym = (page: string): string => gymPath(gymOfScreens, page);

/** A message that is missing, or lacks an argument. */
function fail(error: Error): void {
  throw error;
}

function Page({ children }: { children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient);
  useEffect(() => leadToMistakes(document), []);
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <Toaster closeLabel="Close" />
    </QueryClientProvider>
  );
}
