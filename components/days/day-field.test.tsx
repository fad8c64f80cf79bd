import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import type { Locale } from '#lib/wire/i18n/locale.ts';
import { Calendar, firstWeekdayOf } from './calendar.tsx';
import { DayField } from './day-field.tsx';
import { TimeField } from './time-field.tsx';

const days = { today: '2026-11-21', min: '2026-11-22', max: '2050-12-31' };
const month = (value: string | null, locale?: Locale) =>
  render(<Calendar label="Last day" value={value} {...days} onChoose={() => {}} />, locale);
/** Finds a button by the end of its name. */
const dayIn = (markup: string, name: string) => markup.match(/<button[^>]*>/g)?.find((tag) => tag.includes(`${name}"`));

test('the calendar opens at the month of the chosen day, in the language of the page', () => {
  expect(textOf(month('2027-03-01'))).toMatch(/^March 2027 Mon Tue Wed Thu Fri Sat Sun 1 2 3/);
  expect(textOf(month('2027-03-01', 'de'))).toMatch(/^März 2027 Mo Di Mi Do Fr Sa So 1 2 3/);
});

test('without a chosen day it opens as near to today as allowed', () => {
  const markup = month(null);
  expect(textOf(markup)).toMatch(/^November 2026/);
  expect(dayIn(markup, '22 November 2026')).toContain('tabindex="0"');
});

test('exactly one day is in the tab order, and the chosen one is pressed', () => {
  const markup = month('2026-11-30');
  expect(markup.match(/tabindex="0"/gi)).toHaveLength(1);
  expect(dayIn(markup, '30 November 2026')).toContain('aria-pressed="true"');
  expect(markup.match(/aria-pressed="true"/g)).toHaveLength(1);
});

test("the gym's today is marked, and days before the first allowed one cannot be chosen", () => {
  const markup = month(null);
  expect(dayIn(markup, '21 November 2026')).toMatch(/disabled=""[^>]*aria-current="date"/);
  expect(dayIn(markup, '22 November 2026')).not.toContain('disabled=""');
  expect(textOf(markup)).toContain('21 today, 21 November');
});

test('months without selectable days cannot be reached', () => {
  const first = month(null);
  expect(dayIn(first, 'Previous month')).toContain('disabled=""');
  expect(dayIn(first, 'Next month')).not.toContain('disabled=""');
  expect(dayIn(month('2050-12-31'), 'Next month')).toContain('disabled=""');
});

test('a day is formatted in the language, and an invalid one stays as typed', () => {
  const field = (value: string, locale: Locale) =>
    render(<DayField label="Last day" value={value} onChange={() => {}} />, locale);
  expect(field('2026-12-31', 'de')).toContain('value="31. Dez. 2026"');
  expect(field('2026-12-31', 'en')).toContain('value="31 Dec 2026"');
  expect(field('31.12.', 'de')).toContain('value="31.12."');
  expect(field('', 'de')).toMatch(/placeholder="TT.MM.JJJJ"[^>]*value=""/);
  expect(field('', 'en')).toContain('aria-expanded="false"');
});

test('the first day of the week is that of the language', () => {
  expect([firstWeekdayOf('de-DE'), firstWeekdayOf('en-GB'), firstWeekdayOf('en-US')]).toEqual([1, 1, 7]);
});

test('no field of a day or time asks for a numeric keyboard, which may lack the dot and the colon', () => {
  const common = { value: '', onChange: () => {} };
  for (const field of [
    <DayField key="day" label="Last day" {...common} />,
    <TimeField key="time" label="Closes at" {...common} />,
  ])
    expect(render(field)).not.toMatch(/inputmode|type="(number|tel)"/i);
});
