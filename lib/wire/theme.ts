export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The cookie that keeps the look a person chose on this browser: the first markup has it already. */
export const themeCookie = 'theme';

export const readTheme = (kept: string | undefined): Theme => themes.find((theme) => theme === kept) ?? 'system';
