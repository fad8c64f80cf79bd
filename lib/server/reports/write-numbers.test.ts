import { expect, test } from 'vitest';
import type { DayCurve, WeekdayHours } from '#lib/wire/stays.ts';
import { writeDayPeaks } from './write-day-peaks.ts';
import { writeHoursOfWeek } from './write-hours-of-week.ts';
import { writeToday } from './write-today.ts';

const counted = {
  period: { from: '2026-11-02', until: '2026-11-22' },
  timeZone: 'UTC',
  visits: 9,
  openEnds: 0,
  since: null,
};
const say = (key: string) => key;

async function linesOf(file: AsyncGenerator<string>): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of file) pieces.push(piece);
  return pieces.join('').trim().split('\r\n');
}

test('the hours of the week are 168 rows, and an hour without a day has no average', async () => {
  const hours: WeekdayHours = {
    ...counted,
    days: [4, 0, 0, 0, 0, 0, 0],
    daysLeftOut: 17,
    cells: Array.from({ length: 7 }, (_, weekday) =>
      Array.from({ length: 24 }, () =>
        weekday === 0
          ? { days: 4, arrivals: 10, inside: 83.625, peak: 95 }
          : { days: 0, arrivals: 0, inside: null, peak: 0 },
      ),
    ),
  };
  const lines = await linesOf(writeHoursOfWeek(hours, { locale: 'de', say }));
  expect(lines).toHaveLength(1 + 168);
  expect(lines[0]?.trim()).toBe('weekday;hour;inside;peak;arrivals;arrivalsPerDay;days');
  expect(lines[19]).toBe('Montag;18;"83,63";95;10;"2,5";4');
  expect(lines[25]).toBe('Dienstag;0;;;;;0');
});

test('in English, numbers have a point and cells a comma', async () => {
  const days = [{ day: '2026-11-02', visits: 1200, peak: 95, peakHour: 18 }];
  const lines = await linesOf(writeDayPeaks({ ...counted, capacity: null, days }, { locale: 'en', say }));
  expect(lines[1]).toBe('2026-11-02,95,18,,1200');
});

test('the hours of today that are to come have only what is usual', async () => {
  const usual = { lower: 1, median: 2.5, upper: 4 };
  const curve: DayCurve = {
    ...counted,
    hourNow: 0,
    usualDays: 3,
    soFar: { arrivals: 7, usual },
    hours: [
      { arrivals: 7, inside: 3.25, peak: 5, usual: null },
      { arrivals: null, inside: null, peak: null, usual: { arrivals: usual, inside: usual } },
    ],
  };
  const lines = await linesOf(writeToday(curve, { locale: 'en', say }));
  expect(lines.slice(1)).toEqual(['0,3.25,,,,7', '1,,2.5,1,4,']);
});
