/** The format of a day on every page: `31 Dec 2026`, `31. Dez. 2026`. */
export const shownDay: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns a cached `Intl.DateTimeFormat`. Creating one reads ICU's tables, and the garbage collection of thousands of
 * them, from lists that render again, would block the page.
 */
export function dateTimeFormat(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tag} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(tag, options);
  formats.set(key, made);
  return made;
}

/** Formats a calendar day, `yyyy-MM-dd`. Noon UTC avoids a shift to another day; `timeZone` is UTC too. */
export const formatDay = (tag: string, day: string, options: Intl.DateTimeFormatOptions): string =>
  dateTimeFormat(tag, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`));

// a Monday
const anyMonday = 5;

/** The name of a weekday; 0 is Monday. */
export const formatWeekday = (tag: string, weekday: number, style: 'long' | 'short'): string =>
  formatDay(tag, `2026-01-${String(anyMonday + weekday).padStart(2, '0')}`, { weekday: style });
