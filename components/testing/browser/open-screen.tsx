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
  /** Path and query of the page within its gym. */
  path?: string;
  /** Whether the screen is a whole page with its own `main`. */
  hasMain?: boolean;
}

interface OpenedScreen extends RenderResult {
  router: Mocked<AppRouterInstance>;
}

/** Renders a screen in the browser within all its providers (language, queries, toasts), without the header. */
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
  } as unknown as Mocked<AppRouterInstance>; // safe because: screens call no other method
  document.documentElement.lang = locale;
  // so that key presses reach the focused element of this frame
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

/** The URL path of a page of the test gym. */
export const inGym = (page: string): string => gymPath(gymOfScreens, page);

/** Fails on a message that is missing or lacks an argument. */
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
