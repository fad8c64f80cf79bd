import 'server-only';
import { cookies } from 'next/headers';
import { readTheme, type Theme, themeCookie } from '#lib/wire/theme.ts';

/** The look that was chosen at the browser that asks. */
export const keptTheme = async (): Promise<Theme> => readTheme((await cookies()).get(themeCookie)?.value);
