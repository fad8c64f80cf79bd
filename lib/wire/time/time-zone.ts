/**
 * The name of a time zone as the time zone database spells it; null for anything else. An offset such as `+02:00` is none: the runtime
 * takes it for a time zone, but PostgreSQL reads its sign the other way round.
 */
export function readTimeZone(name: string): string | null {
  if (/^[+-]/.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
