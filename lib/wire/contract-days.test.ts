import { expect, test } from 'vitest';
import { firstDayOf, lastDayOf } from './contract-days.ts';

const contract = { startOfContract: '2026-01-01', endOfContract: '2026-12-15' };

test('the days of corporate fitness go before those of the contract', () => {
  const berlin = 'Europe/Berlin';
  expect(lastDayOf({ ...contract, corporateEnd: null }, berlin)).toBe('2026-12-15');
  expect(lastDayOf({ endOfContract: '', corporateEnd: null }, berlin)).toBeNull();
  expect(lastDayOf({ ...contract, corporateEnd: '2026-12-31T22:59:59.000Z' }, berlin)).toBe('2026-12-31');
  expect(firstDayOf({ ...contract, corporateStart: null }, berlin)).toBe('2026-01-01');
  expect(firstDayOf({ ...contract, corporateStart: new Date('2026-11-30T23:00:00Z') }, berlin)).toBe('2026-12-01');
});

const homes = ['2026-12-01T00:00:00Z 2026-12-31T23:59:59Z', '2026-11-30T23:00:00Z 2026-12-31T22:59:59Z'];
const zones = ['Europe/London', 'Europe/Berlin', 'Europe/Athens', 'Asia/Kolkata', 'America/New_York'];

test.each(homes.flatMap((home) => zones.map((zone) => [home, zone] as const)))(
  'a member with corporate fitness %s at their home gym has the same days in %s',
  (home, timeZone) => {
    const [corporateStart = null, corporateEnd = null] = home.split(' ');
    expect(firstDayOf({ ...contract, corporateStart }, timeZone)).toBe('2026-12-01');
    expect(lastDayOf({ ...contract, corporateEnd }, timeZone)).toBe('2026-12-31');
  },
);

test('an instant that is no first or last second of a day is on its day at the gym', () => {
  expect(lastDayOf({ ...contract, corporateEnd: '2026-12-31T08:00:00Z' }, 'Europe/Berlin')).toBe('2026-12-31');
  expect(firstDayOf({ ...contract, corporateStart: '2026-12-01T15:20:00Z' }, 'Europe/Berlin')).toBe('2026-12-01');
});
