/**
 * A time zone by the name that PostgreSQL knows it by. An offset, which the runtime takes for a time zone too, PostgreSQL would
 * read the other way round: there `+02:00` lies west of Greenwich. Without a colon it takes hours alone.
 */
export function postgresZone(timeZone: string): string {
  const [, sign, hours, minutes = '00'] = /^([+-])(\d\d)(?::?(\d\d))?$/.exec(timeZone) ?? [];
  return hours === undefined ? timeZone : `${sign === '+' ? '-' : '+'}${hours}:${minutes}`;
}
