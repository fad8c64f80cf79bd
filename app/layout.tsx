import './globals.css';
import type { Metadata, Viewport } from 'next';
import { NextIntlClientProvider } from 'next-intl';
import { getLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { keptTheme } from '#lib/server/base/kept-theme.ts';
import { readMessages } from '#lib/server/i18n/messages.ts';
import { Providers } from './providers.tsx';

export const metadata: Metadata = {
  title: { default: 'Front Desk', template: '%s · Front Desk' },
  applicationName: 'Front Desk',
  manifest: '/manifest.webmanifest',
  icons: { apple: '/apple-touch-icon.png' },
  appleWebApp: { capable: true, title: 'Front Desk' },
  // Chrome asks for it too
  other: { google: 'notranslate' },
};

const themeColors = { light: '#ffffff', dark: '#1d1f1c' };

export async function generateViewport(): Promise<Viewport> {
  const theme = await keptTheme();
  const { light, dark } = themeColors;
  return {
    colorScheme: theme === 'system' ? 'light dark' : theme,
    width: 'device-width',
    initialScale: 1,
    themeColor: [
      { media: '(prefers-color-scheme: light)', color: theme === 'dark' ? dark : light },
      { media: '(prefers-color-scheme: dark)', color: theme === 'light' ? light : dark },
    ],
  };
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  return (
    // a browser's translation replaces text that React changes afterwards: verdicts would break or stay as they were
    <html lang={await getLocale()} data-theme={await keptTheme()} translate="no">
      <body>
        <NextIntlClientProvider messages={await readMessages('everyday')}>
          <Providers>{children}</Providers>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
