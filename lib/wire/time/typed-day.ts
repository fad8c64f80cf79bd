import { formatDay } from '#lib/wire/i18n/date-time-format.ts';
import { type Day, isDay } from './month.ts';

interface TypedDay {
  /** The latest plausible day: a two-digit year that would be later belongs to the previous century. */
  latest?: Day;
  /** The language whose month names are accepted too. */
  tag?: string;
  /** Whether the user is still typing: a two-digit year, or a one-digit day after its month, may still grow. */
  isBeingTyped?: boolean;
}

/**
 * Parses a typed day: `31.12.2026`, `31/12/26`, `31 12 2026`, `31122026`, `2026-12-31`, or the display format:
 * `31 Dec 2026`, `31. Dez. 2026`. The day comes first, as users here write it.
 * @returns null where it is no day
 */
export function readTypedDay(text: string, { latest, tag, isBeingTyped = false }: TypedDay = {}): Day | null {
  const iso = (isBeingTyped ? /^(\d{4})-(\d{1,2})-(\d{2})$/ : /^(\d{4})-(\d{1,2})-(\d{1,2})$/).exec(text.trim());
  if (iso) return toDay(iso[1], iso[2], iso[3]);
  const named = /^(\d{1,2})[. ]+(\p{L}{3,})[. ]+(\d{4})$/u.exec(text.trim());
  if (named) return tag ? toDay(named[3], monthNamed(named[2] ?? '', tag), named[1]) : null;
  const separated = /^(\d{1,2})[./\- ]+(\d{1,2})[./\- ]+(\d{2}|\d{4})$/;
  const digits = /^(\d{2})(\d{2})(\d{4})$/;
  const written = separated.exec(text.trim()) ?? digits.exec(text.trim());
  if (!written) return null;
  const [, day, month, year] = written;
  if (year?.length !== 2) return toDay(year, month, day);
  if (isBeingTyped) return null;
  const read = toDay(`20${year}`, month, day);
  return read && latest && read > latest ? toDay(`19${year}`, month, day) : read;
}

/** The number of a month by its name, or by a prefix of the name. */
function monthNamed(name: string, tag: string): string | undefined {
  const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));
  const nameOf = (month: string) => formatDay(tag, `2026-${month}-01`, { month: 'long' }).toLowerCase();
  return months.find((month) => nameOf(month).startsWith(name.toLowerCase()));
}

function toDay(year = '', month = '', day = ''): Day | null {
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(written) ? written : null;
}
