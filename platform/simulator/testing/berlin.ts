import { demoTimeZone } from '#platform/simulator/demo-gyms.ts';

// Uses another calendar API than the code under test.
const day = new Intl.DateTimeFormat('sv-SE', { timeZone: demoTimeZone });
const hour = new Intl.DateTimeFormat('en-GB', { timeZone: demoTimeZone, hour: '2-digit', hourCycle: 'h23' });

/** The day in Berlin, `yyyy-MM-dd`. */
export const berlinDay = (instant: Date): string => day.format(instant);

export const berlinHour = (instant: Date): number => Number(hour.format(instant));

export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** Instants at which the day in Berlin is easy to get wrong. */
export const trickyMoments: readonly (readonly [name: string, at: Date])[] = [
  ['an ordinary noon', new Date('2026-11-21T11:00:00Z')],
  ['the first moment of a day in Berlin, the day before in UTC', new Date('2026-11-20T23:00:00Z')],
  ['ten minutes past midnight in Berlin', new Date('2026-11-20T23:10:00Z')],
  ['the last moment of a day in Berlin', new Date('2026-11-21T22:59:59.999Z')],
  ['the first moment of a summer day, two hours before UTC', new Date('2026-07-14T22:00:00Z')],
  ['the hour before clocks go forward', new Date('2027-03-28T00:59:59Z')],
  ['the hour after clocks went forward', new Date('2027-03-28T01:00:00Z')],
  ['the first 2:30 of the night clocks go back', new Date('2026-10-25T00:30:00Z')],
  ['the second 2:30 of the night clocks went back', new Date('2026-10-25T01:30:00Z')],
  ['the first moment of a year in Berlin', new Date('2026-12-31T23:00:00Z')],
  ['a leap day', new Date('2028-02-29T09:00:00Z')],
  ['the day after a leap day', new Date('2028-02-29T23:30:00Z')],
];
