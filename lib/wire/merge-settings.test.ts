import { expect, test } from 'vitest';
import type { LocationSettings } from './locations.ts';
import { flattenSettings, foldSettings, mergeSettings } from './merge-settings.ts';

const opened: LocationSettings = {
  checkInOnScan: true,
  expectsPhotos: false,
  repeatWindowS: 60,
  undoS: 10,
  longestStayH: 8,
  capacity: null,
  keepsScreenAwake: false,
  idleLimitMin: null,
  name: 'Munich West',
  timeZone: 'Europe/Berlin',
  closingTimes: { monday: '22:00' },
  closingExceptions: [{ day: '2026-12-24', time: '14:00', note: 'Christmas Eve' }],
};
const merge = (mine: Partial<LocationSettings>, theirs: Partial<LocationSettings>) => {
  const at = (change: Partial<LocationSettings>) => flattenSettings({ ...opened, ...change });
  const { merged, conflicts } = mergeSettings(at({}), at(mine), at(theirs));
  return { merged: foldSettings(merged), conflicts };
};

test('the changes of two users are merged, each closing time on its own', () => {
  expect(merge({ undoS: 5 }, { closingTimes: { monday: '22:00', friday: '00:30' }, capacity: 120 })).toEqual({
    merged: { ...opened, undoS: 5, capacity: 120, closingTimes: { monday: '22:00', friday: '00:30' } },
    conflicts: [],
  });
  expect(
    merge({ closingTimes: {} }, { closingTimes: { monday: '22:00', friday: '00:30' } }).merged.closingTimes,
  ).toEqual({ friday: '00:30' });
});

test('only fields that both changed to different values are conflicts', () => {
  const theirs = { undoS: 7, capacity: 80, closingTimes: {} };
  const { merged, conflicts } = merge({ undoS: 5, capacity: 80, closingTimes: { monday: '23:00' } }, theirs);
  expect(conflicts).toEqual(['undoS', 'monday']);
  expect(merged).toEqual({ ...opened, undoS: 5, capacity: 80, closingTimes: { monday: '23:00' } });
});

test('exceptions of two users are merged by their day, removed ones too', () => {
  const [eve, day] = [
    { day: '2026-12-24', time: '14:00', note: 'Christmas Eve' },
    { day: '2026-12-25', time: null, note: '' },
  ];
  expect(merge({ closingExceptions: [] }, { closingExceptions: [eve, day] })).toMatchObject({
    merged: { closingExceptions: [day] },
    conflicts: [],
  });
  const [mine, theirs] = [
    { ...eve, time: '16:00' },
    { ...eve, time: '12:00' },
  ];
  expect(merge({ closingExceptions: [mine] }, { closingExceptions: [theirs] })).toMatchObject({
    merged: { closingExceptions: [mine] },
    conflicts: ['2026-12-24'],
  });
});

test('a part of the settings touches no other setting', () => {
  const { merged, conflicts } = mergeSettings(
    flattenSettings({ capacity: null }),
    flattenSettings({ capacity: 80 }),
    flattenSettings({ ...opened, undoS: 7 }),
  );
  expect(foldSettings(merged)).toEqual({ ...opened, undoS: 7, capacity: 80 });
  expect(conflicts).toEqual([]);
});

test('flattening and folding settings is lossless', () => {
  expect(foldSettings(flattenSettings(opened))).toEqual(opened);
});
