import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { isTimeZone, readTimeZone } from './time-zone.ts';

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['europe/berlin', 'Europe/Berlin'],
  ['Etc/GMT+1', 'Etc/GMT+1'],
  ['UTC', 'UTC'],
  ['utc', 'UTC'],
  ['Asia/Kathmandu', 'Asia/Kathmandu'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Asia/Calcutta', 'Asia/Calcutta'],
  ['Europe/Kyiv', 'Europe/Kyiv'],
])('%s is a time zone', (name, timeZone) => {
  expect(readTimeZone(name)).toBe(timeZone);
});

test.each(['+02:00', '+0200', '+02', '-05:00', '', 'Europe/Munich', 'CET-1'])('"%s" is none', (name) => {
  expect(readTimeZone(name)).toBeNull();
});

test.each(['IST', 'BST', 'PST', 'CST', 'JST', 'CET', 'MET', 'EET', 'WET', 'EST5EDT', 'GMT', 'SystemV/PST8PDT'])(
  '%s is none, although the runtime knows it',
  (name) => {
    expect(new Intl.DateTimeFormat('en', { timeZone: name })).toBeDefined();
    expect(isTimeZone(name)).toBe(false);
  },
);

test('each suggested name, and names that others have replaced, are time zones for Temporal too', () => {
  const replaced = ['Asia/Calcutta', 'Asia/Kolkata', 'Europe/Kyiv', 'Europe/Kiev', 'US/Pacific', 'Etc/UTC'];
  const names = [...Intl.supportedValuesOf('timeZone'), ...replaced];
  expect(names.filter((name) => !isTimeZone(name))).toEqual([]);
  const instant = Temporal.Instant.from('2026-07-15T12:00:00Z');
  for (const name of names) instant.toZonedDateTimeISO(name);
});
