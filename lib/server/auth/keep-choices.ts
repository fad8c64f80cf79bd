import 'server-only';
import { z } from 'zod';
import { localeCookie, locales } from '#lib/wire/i18n/locale.ts';
import { themeCookie, themes } from '#lib/wire/theme.ts';
import { keepInBrowser } from './browser/keep-in-browser.ts';
import type { SignedIn } from './load-staff.ts';

export const localeInput = z.object({ locale: z.enum(locales) });

export async function keepLocale(_context: SignedIn, { locale }: z.infer<typeof localeInput>): Promise<null> {
  await keepInBrowser(localeCookie, locale);
  return null;
}

export const themeInput = z.object({ theme: z.enum(themes) });

export async function keepTheme(_context: SignedIn, { theme }: z.infer<typeof themeInput>): Promise<null> {
  await keepInBrowser(themeCookie, theme);
  return null;
}
