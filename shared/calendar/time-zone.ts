/**
 * The name of a time zone as the time zone database spells it; null for anything else. Only names with a slash, and `UTC`, mean the same to
 * the runtime, to Temporal and to PostgreSQL:
 * - an offset such as `+02:00`: PostgreSQL reads its sign the other way round
 * - an abbreviation such as `IST` or `PST`: Temporal refuses it
 * - `CET`, `EST`: PostgreSQL takes them for abbreviations, without summer time
 */
export function readTimeZone(name: string): string | null {
  if (!/^[a-z].*\/|^utc$/i.test(name) || unknownToPostgres.test(name)) return null;
  return fullZoneName(name);
}

/** The name by which the runtime knows a time zone, also of a short one such as `GB`; null for one that it does not know. */
export function fullZoneName(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Names that the time zone database has given up, and the runtime still knows. */
const unknownToPostgres = /^(SystemV\/|US\/Pacific-New$)/i;

export const isTimeZone = (name: string): boolean => readTimeZone(name) !== null;
