/**
 * A time zone by the name that PostgreSQL knows it by. An offset, which the runtime takes for a time zone too, PostgreSQL would
 * read the other way round: there `+02:00` lies west of Greenwich.
 */
export function postgresZone(timeZone: string): string {
  const [, sign, offset] = /^([+-])(\d\d:?\d\d)$/.exec(timeZone) ?? [];
  return offset === undefined ? timeZone : `${sign === '+' ? '-' : '+'}${offset}`;
}
