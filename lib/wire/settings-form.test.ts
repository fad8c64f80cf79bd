import { expect, test } from 'vitest';
import { type LocationSettings, settingsForm } from './locations.ts';

const settings: LocationSettings = {
  checkInOnScan: true,
  expectsPhotos: false,
  keepsScreenAwake: false,
  repeatWindowS: 60,
  undoS: 10,
  longestStayH: 8,
  capacity: null,
  idleLimitMin: null,
  closingTimes: { friday: '00:30' },
};
const written = settingsForm.encode(settings);

test('encoded settings can be parsed', () => {
  expect(written).toMatchObject({ undoS: '10', capacity: '' });
  expect(settingsForm.parse(written)).toEqual(settings);
  expect(settingsForm.parse({ ...written, capacity: ' 120 ' }).capacity).toBe(120);
  expect(settingsForm.parse({ ...written, idleLimitMin: '30' }).idleLimitMin).toBe(30);
});

test.each([
  ['undoS', ''],
  ['undoS', '61'],
  ['undoS', '1.5'],
  ['undoS', '-1'],
  ['undoS', '1e1'],
  ['repeatWindowS', 'a minute'],
  ['longestStayH', '25'],
  ['longestStayH', '0'],
  ['capacity', '0'],
  ['idleLimitMin', '0'],
  ['idleLimitMin', '721'],
] as const)('%s “%s” is named', (name, text) => {
  const { error } = settingsForm.safeParse({ ...written, [name]: text });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([name]);
});

test('an invalid time is reported by its day', () => {
  const { error } = settingsForm.safeParse({ ...written, closingTimes: { monday: 'late', friday: '00:30' } });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['closingTimes.monday']);
});
