import { expect, test } from 'vitest';
import { readTimeZone } from './time-zone.ts';

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['europe/berlin', 'Europe/Berlin'],
  ['Etc/GMT+1', 'Etc/GMT+1'],
  ['UTC', 'UTC'],
])('%s is a time zone', (name, timeZone) => {
  expect(readTimeZone(name)).toBe(timeZone);
});

test.each(['+02:00', '+0200', '+02', '-05:00', '', 'Europe/Munich', 'CET-1'])('"%s" is none', (name) => {
  expect(readTimeZone(name)).toBeNull();
});
