/**
 * A time zone by its name in PostgreSQL. The runtime accepts an offset as a time zone, but PostgreSQL reads the sign
 * the other way round: `+02:00` is west of Greenwich there. Without a colon it accepts hours only.
 */
export function postgresZone(timeZone: string): string {
  const [, sign, hours, minutes = '00'] = /^([+-])(\d\d)(?::?(\d\d))?$/.exec(timeZone) ?? [];
  return hours === undefined ? timeZone : `${sign === '+' ? '-' : '+'}${hours}:${minutes}`;
}
