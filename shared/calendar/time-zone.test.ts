import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { isTimeZone, readTimeZone, sameZoneAmong } from './time-zone.ts';

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['europe/berlin', 'Europe/Berlin'],
  ['Etc/GMT+1', 'Etc/GMT+1'],
  ['UTC', 'UTC'],
  ['utc', 'UTC'],
  ['Asia/Kathmandu', 'Asia/Kathmandu'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Asia/Calcutta', 'Asia/Calcutta'],
  // as typed: the runtime's own name is Asia/Calcutta
  ['asia/kolkata', 'asia/kolkata'],
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

describe('of the names that a database knows, the one of the same time zone', () => {
  const current = [
    'America/Argentina/Buenos_Aires',
    'America/New_York',
    'Asia/Kolkata',
    'Etc/GMT',
    'Etc/UTC',
    'Europe/Berlin',
    'Europe/Kyiv',
    'Europe/London',
    'UTC',
  ];

  test.each([
    ['US/Eastern', 'America/New_York'],
    ['us/eastern', 'America/New_York'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['Etc/UCT', 'UTC'],
  ])('as %s is %s', (given, found) => {
    expect(sameZoneAmong(current, given)).toBe(found);
  });

  test.each(['America/Coyhaique', 'Mars/Base'])('as %s does not exist where none is equal', (given) => {
    expect(sameZoneAmong(current, given)).toBeNull();
  });

  test('is the runtime’s own name, or else the first that is a time zone to all', () => {
    expect(sameZoneAmong(['Europe/Belfast', 'Europe/London', 'Europe/Jersey'], 'GB-Eire')).toBe('Europe/London');
    expect(sameZoneAmong(['GB', 'posix/Europe/London', 'Europe/Jersey', 'Europe/Belfast'], 'GB-Eire')).toBe(
      'Europe/Belfast',
    );
    expect(sameZoneAmong(['GB', 'posix/Europe/London'], 'GB-Eire')).toBeNull();
  });
});
