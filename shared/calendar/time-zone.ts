/**
 * The name of a time zone: where the runtime has another name for it, as typed, else in the runtime's upper and lower case; null for
 * anything else. Only names with a slash, and `UTC`, mean the same to the runtime, to Temporal and to PostgreSQL, which may still not know
 * one (`findTimeZone`):
 * - an offset such as `+02:00`: PostgreSQL reads its sign the other way round
 * - an abbreviation such as `IST` or `PST`: Temporal refuses it
 * - `CET`, `EST`: PostgreSQL takes them for abbreviations, without summer time
 * - `SystemV/PST8PDT`: PostgreSQL, which does not know the name, takes it for an offset with rules of its own
 */
export function readTimeZone(name: string): string | null {
  if (!/^(?!systemv\/)[a-z].*\/|^utc$/i.test(name)) return null;
  const known = fullZoneName(name);
  // the runtime has former names for some current ones, such as Europe/Kiev for Europe/Kyiv, which PostgreSQL may not know
  return known === null || known.toLowerCase() === name.toLowerCase() ? known : name;
}

/** The name by which the runtime knows a time zone, also of a short one such as `GB`; null for one that it does not know. */
export function fullZoneName(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

export const isTimeZone = (name: string): boolean => readTimeZone(name) !== null;

/** Of the names that a database knows, one of the same time zone as the given name, the runtime's own one first; null where there is none. */
export function sameZoneAmong(known: readonly string[], given: string): string | null {
  const own = fullZoneName(given);
  const same = known.filter((name) => fullZoneName(name) === own && isTimeZone(name)).toSorted();
  return same.find((name) => name === own) ?? same[0] ?? null;
}
