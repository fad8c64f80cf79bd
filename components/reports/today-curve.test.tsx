import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import { pathAt } from '#lib/wire/path-at.ts';
import type { CurveHour, DayCurve } from '#lib/wire/stays.ts';
import { TodayCurve } from './today-curve.tsx';

const quartiles = (median: number) => ({ lower: median * 0.8, median, upper: median * 1.2 });

/** A Friday at 11 h, with people from 9 h until 20 h. */
const friday = (arrivals: number, rest: Partial<DayCurve> = {}): DayCurve => ({
  period: { from: '2026-11-27', until: '2026-11-27' },
  timeZone: 'Europe/Berlin',
  visits: arrivals,
  openEnds: 0,
  since: '2026-01-02',
  hourNow: 11,
  usualDays: 11,
  hours: Array.from({ length: 24 }, (_, hour): CurveHour => {
    const isOpen = hour >= 9 && hour <= 20;
    const usual = { arrivals: quartiles(isOpen ? 10 : 0), inside: quartiles(isOpen ? 40 : 0) };
    const isToCome = hour > 11;
    return { arrivals: isToCome ? null : 5, inside: isToCome ? null : isOpen ? 30 : 0, peak: null, usual };
  }),
  soFar: { arrivals, usual: { lower: 100, median: 121, upper: 140 } },
  ...rest,
});

const show = (curve: DayCurve, capacity: number | null = null, locale: 'en' | 'de' = 'en') =>
  render(
    <TodayCurve curve={curve} capacity={capacity} fileHref={pathAt('here', '/api/desk/reports/today/file')} />,
    locale,
  );

test.each([
  [141, 'Busier than usual: 141 visits so far, on Fridays it is usually 121 by now (100 to 140)'],
  [140, 'As usual: 140 visits so far'],
  [100, 'As usual: 100 visits so far'],
  [99, 'Quieter than usual: 99 visits so far'],
  [1, 'Quieter than usual: 1 visit so far'],
])('%i arrivals until now are compared with the middle half of the same weekday', (arrivals, sentence) => {
  expect(textOf(show(friday(arrivals)))).toContain(sentence);
});

test('says the same in German', () => {
  expect(textOf(show(friday(141), null, 'de'))).toContain(
    'Mehr los als üblich: bis jetzt 141 Besuche, freitags sind es um diese Zeit meist 121 (100 bis 140)',
  );
});

test('the hours to come have only what is usual, and none before the first and after the last person is shown', () => {
  const [table = ''] = /<table.*?<\/table>/s.exec(show(friday(120))) ?? [];
  expect([...table.matchAll(/<th scope="row"[^>]*>([^<]*)/g)]).toHaveLength(12);
  expect(textOf(table)).toContain('11 h 30 40 32 48 5');
  expect(textOf(table)).toContain('12 h – 40 32 48 –');
});

test('without earlier days there is today alone', () => {
  const hours = friday(3).hours.map((hour) => ({ ...hour, usual: null }));
  const markup = show(friday(3, { hours, usualDays: 0, soFar: { arrivals: 3, usual: null } }));
  expect(textOf(markup)).toContain('3 visits so far today; there is no earlier day of this weekday to compare with');
  expect(markup).not.toContain('<polygon');
  expect(textOf(markup)).not.toMatch(/NaN|Infinity/);
});

test('before the first visit of a new gym there is a sentence and no drawing', () => {
  const hours = friday(0).hours.map(() => ({ arrivals: 0, inside: 0, peak: 0, usual: null }));
  const markup = show(friday(0, { hours, usualDays: 0, since: null, soFar: { arrivals: 0, usual: null } }));
  expect(textOf(markup)).toContain('No visits so far today');
  expect(markup).not.toContain('role="img"');
});

test('the maximum is drawn once the gym is half full', () => {
  expect(textOf(show(friday(120), 50))).toContain('Maximum');
  expect(textOf(show(friday(120), 500))).not.toContain('Maximum');
});
