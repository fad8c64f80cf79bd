import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import { pathAt } from '#lib/wire/path-at.ts';
import type { HourCell, WeekdayHours } from '#lib/wire/stays.ts';
import { HoursOfWeek } from './hours-of-week.tsx';

const none: HourCell = { days: 4, arrivals: 0, inside: 0, peak: 0 };

const hoursWith = (busy: Record<string, HourCell>, rest: Partial<WeekdayHours> = {}): WeekdayHours => ({
  period: { from: '2026-10-26', until: '2026-11-22' },
  timeZone: 'Europe/Berlin',
  visits: 1234,
  openEnds: 0,
  since: '2026-01-02',
  days: [4, 4, 4, 4, 4, 4, 4],
  daysLeftOut: 0,
  cells: Array.from({ length: 7 }, (_, weekday) =>
    Array.from({ length: 24 }, (_, hour) => busy[`${weekday} ${hour}`] ?? none),
  ),
  ...rest,
});

const busy = {
  '0 18': { days: 4, arrivals: 130, inside: 83.6, peak: 95 },
  '5 9': { days: 4, arrivals: 10, inside: 2.25, peak: 4 },
};

const show = (hours: WeekdayHours, locale: 'en' | 'de' = 'en') =>
  render(<HoursOfWeek hours={hours} fileHref={pathAt('here', '/api/desk/reports/when-to-staff/file')} />, locale);

test('one sentence names the fullest hour of the week', () => {
  expect(textOf(show(hoursWith(busy)))).toContain('Mondays at 18 h are fullest: 84 on average');
  expect(textOf(show(hoursWith(busy), 'de'))).toContain('Montags um 18 Uhr ist es am vollsten: im Schnitt 84');
});

test('the map has the hours with people only, each with its number, and its table all numbers of them', () => {
  const markup = show(hoursWith(busy));
  const [map = '', table = ''] = [...markup.matchAll(/<table.*?<\/table>/gs)].map(([found]) => found);
  expect([...map.matchAll(/<th scope="row"[^>]*>([^<]*)/g)].map(([, hour]) => hour)).toEqual(
    Array.from({ length: 10 }, (_, index) => `${index + 9} h`),
  );
  expect(textOf(map)).toMatch(/9 h 0 0 0 0 0 2 0/);
  expect(textOf(map)).toMatch(/18 h 84 0 0 0 0 0 0/);
  expect(textOf(table)).toContain('Monday, 18 h 83.6 95 130 32.5 4');
  expect(textOf(table)).toContain('Saturday, 9 h 2.3 4 10 2.5 4');
});

test('the numbers say from which days they are, and what is missing', () => {
  const text = textOf(
    show(hoursWith(busy, { openEnds: 3, since: '2026-11-03', daysLeftOut: 9, days: [3, 3, 3, 3, 3, 2, 2] })),
  );
  expect(text).toContain('26 Oct 2026 – 22 Nov 2026, times in Europe/Berlin. 1,234 visits on 19 days.');
  expect(text).toContain('9 days are not counted: not over yet, without a visit, or before the first known one.');
  expect(text).toContain('3 visits have no check-out and count as the longest stay.');
  expect(text).toContain('Since 3 Nov 2026: Front Desk knows no earlier visits.');
});

test('without a day to average there is a sentence and no map', () => {
  const cells = Array.from({ length: 7 }, () =>
    Array.from({ length: 24 }, () => ({ days: 0, arrivals: 0, inside: null, peak: 0 })),
  );
  const markup = show(hoursWith({}, { cells, visits: 0, since: null, days: [0, 0, 0, 0, 0, 0, 0], daysLeftOut: 28 }));
  expect(textOf(markup)).toContain('Nothing to average yet');
  expect(markup.match(/<table/g)).toHaveLength(1);
  expect(textOf(markup)).not.toMatch(/NaN|Infinity/);
});
