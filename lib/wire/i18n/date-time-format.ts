/** How a day stands on every page: `31 Dec 2026`, `31. Dez. 2026`. */
export const shownDay: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The format of a language for some options, made once and kept: making one reads ICU's tables, and thousands thrown
 * away by lists that are drawn again hold up the page when they are collected.
 */
export function dateTimeFormat(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tag} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(tag, options);
  formats.set(key, made);
  return made;
}

/** Writes a calendar day, `yyyy-MM-dd`. It has no zone: noon UTC is that day in the zone it is written for. */
export const formatDay = (tag: string, day: string, options: Intl.DateTimeFormatOptions): string =>
  dateTimeFormat(tag, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`));
