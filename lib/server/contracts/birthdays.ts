import 'server-only';
import { and, gte, lt, type SQL, sql } from 'drizzle-orm';
import { members } from '#lib/server/db/schema/directory.ts';
import { birthdayDays } from '#lib/wire/contracts.ts';
import { daysBetween, daysLater } from '#shared/calendar/days.ts';

/*
 * From 1 March 1900 until the end of February 2100 the calendar repeats after four years: a birthday is some of these days, by
 * number. The database compares numbers ten times as fast as it takes dates apart.
 */
const firstOfCycle = '1900-03-01';
const daysOfCycle = 4 * 365 + 1;
const numberOf = (day: string): number => daysBetween(firstOfCycle, day) % daysOfCycle;
const numberOfBirth = sql`((${members.dateOfBirth} - '${sql.raw(firstOfCycle)}'::date) % ${sql.raw(String(daysOfCycle))})`;

const years = [2000, 2001, 2002, 2003];
const isLeapYear = (day: string) => daysLater(`${day.slice(0, 'yyyy'.length)}-02-28`, 1).endsWith('-02-29');

/** The numbers of the days of birth whose birthday is a day. As at the counter, that of 29 February is the 28th in other years. */
function numbersOf(day: string): number[] {
  const born = day.slice('yyyy'.length);
  const sameDay = born === '-02-29' ? ['2000-02-29'] : years.map((year) => `${year}${born}`);
  return [...sameDay, ...(born === '-02-28' && !isLeapYear(day) ? ['2000-02-29'] : [])].map(numberOf);
}

/** SQL on `members`: whether they have a birthday in the coming days, and when. */
export function comingBirthday(today: string): { isListed: SQL | undefined; day: SQL<string> } {
  const coming = Array.from({ length: birthdayDays }, (_, index) => daysLater(today, index));
  const numbers = coming.flatMap((day) => numbersOf(day).map((number) => ({ number: sql.raw(String(number)), day })));
  const all = sql.join(
    numbers.map(({ number }) => number),
    sql`, `,
  );
  const cases = numbers.map(({ number, day }) => sql`when ${number} then ${day}::date`);
  const { dateOfBirth } = members;
  return {
    isListed: and(gte(dateOfBirth, firstOfCycle), lt(dateOfBirth, today), sql`${numberOfBirth} in (${all})`),
    day: sql<string>`(case ${numberOfBirth} ${sql.join(cases, sql` `)} end)`,
  };
}
