export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The cookie with the theme that a user chose in this browser: the server renders it into the first HTML. */
export const themeCookie = 'theme';

export const readTheme = (kept: string | undefined): Theme => themes.find((theme) => theme === kept) ?? 'system';
