import 'server-only';
import { cookies } from 'next/headers';
import { readTheme, type Theme, themeCookie } from '#lib/wire/theme.ts';

/** The theme chosen in the browser of this request. */
export const keptTheme = async (): Promise<Theme> => readTheme((await cookies()).get(themeCookie)?.value);
