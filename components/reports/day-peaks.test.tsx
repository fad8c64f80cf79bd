import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import { pathAt } from '#lib/wire/path-at.ts';
import type { DayPeaks } from '#lib/wire/stays.ts';
import { daysLater } from '#shared/calendar/days.ts';
import { DayPeaksChart } from './day-peaks.tsx';
import { groupPeaks, spanOf } from './group-peaks.ts';

const day = (offset: number, peak: number) => ({
  day: daysLater('2026-11-02', offset),
  visits: peak * 3,
  peak,
  peakHour: 18,
});

const peaksOf = (rest: Partial<DayPeaks> = {}): DayPeaks => ({
  period: { from: '2026-11-02', until: '2026-11-22' },
  timeZone: 'Europe/Berlin',
  visits: 1234,
  openEnds: 0,
  since: '2026-01-02',
  capacity: 100,
  days: [day(0, 60), day(1, 95), day(7, 90), day(20, 20)],
  ...rest,
});

const show = (peaks: DayPeaks, locale: 'en' | 'de' = 'en') =>
  render(<DayPeaksChart peaks={peaks} fileHref={pathAt('here', '/api/desk/reports/day-peaks/file')} />, locale);

test('one sentence names the fullest moment and how often the gym was nearly full', () => {
  expect(textOf(show(peaksOf()))).toContain(
    'Fullest was Tue, 3 Nov 2026 at 18 h: 95 of 100 places, 95 %; 2 days were at 90 % or more',
  );
  expect(textOf(show(peaksOf({ capacity: 200 }), 'de'))).toContain(
    'Am vollsten war es Di., 3. Nov. 2026 um 18 Uhr: 95 von 200 Plätzen, 48 %',
  );
});

test('without a maximum it says so, and draws none', () => {
  const markup = show(peaksOf({ capacity: null }));
  expect(textOf(markup)).toContain('95 at once. No maximum is set for this gym');
  expect(textOf(markup)).not.toContain('Of the maximum');
});

test('a day beyond the maximum differs in colour, and the numbers say its share', () => {
  const markup = show(peaksOf({ capacity: 80 }));
  expect(markup.match(/<rect[^>]*fill="var\(--refused\)"/g)).toHaveLength(2);
  expect(textOf(markup)).toContain('Tue, 3 Nov 2026 95 119 % 18 h 285');
});

test('without visits there is a sentence and no drawing', () => {
  const markup = show(peaksOf({ days: [], visits: 0, since: null }));
  expect(textOf(markup)).toContain('No visits in this period');
  expect(markup).not.toContain('role="img"');
});

test.each([
  ['2026-11-22', 'day', 21],
  ['2027-01-02', 'day', 62],
  ['2027-01-03', 'week', 9],
  ['2027-12-06', 'week', 58],
  ['2027-12-07', 'month', 14],
] as const)('a period until %s has bars of a %s', (until, span, bars) => {
  const period = { from: '2026-11-02', until };
  expect(spanOf(period)).toBe(span);
  expect(groupPeaks([], period)).toHaveLength(bars);
});

test('a week and a month have the fullest of their days, and all visits', () => {
  const days = [day(0, 60), day(1, 95), day(6, 95), day(7, 90), day(30, 5)];
  const weeks = groupPeaks(days, { from: '2026-11-04', until: '2027-02-01' });
  expect(weeks.slice(0, 2)).toEqual([
    { first: '2026-11-02', visits: 750, peak: day(1, 95) },
    { first: '2026-11-09', visits: 270, peak: day(7, 90) },
  ]);
  const months = groupPeaks(days, { from: '2026-11-04', until: '2028-02-01' });
  expect(months[0]).toEqual({ first: '2026-11-01', visits: 1020, peak: day(1, 95) });
  expect(months[1]).toEqual({ first: '2026-12-01', visits: 15, peak: day(30, 5) });
});
