import 'server-only';
import { readTheme, type Theme, themeCookie } from '#lib/wire/theme.ts';
import { readCookie } from './read-cookie.ts';

/** The theme chosen in the browser of this request. */
export const keptTheme = async (): Promise<Theme> => readTheme(await readCookie(themeCookie));
