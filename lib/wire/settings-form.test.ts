import { expect, test } from 'vitest';
import { type LocationSettings, settingsForm, settingsParts } from './locations.ts';

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
  closingExceptions: [],
  name: 'Munich West',
  timeZone: 'Europe/Berlin',
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

test.each([
  ['name', ' '],
  ['timeZone', 'Europe/Nowhere'],
  ['timeZone', ''],
] as const)('%s “%s” is refused', (name, text) => {
  const { error } = settingsForm.safeParse({ ...written, [name]: text });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([name]);
});

test.each(Object.entries(settingsParts))('the part %s takes its own settings and no others', (_, part) => {
  const shape = Object.keys(part.shape);
  expect(Object.keys(part.parse(written))).toEqual(shape);
});

test('every setting belongs to one part', () => {
  const names = Object.values(settingsParts).flatMap(({ shape }) => Object.keys(shape));
  expect(names.toSorted()).toEqual(Object.keys(settings).toSorted());
});

test('an invalid time is reported by its day', () => {
  const { error } = settingsForm.safeParse({ ...written, closingTimes: { monday: 'late', friday: '00:30' } });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['closingTimes.monday']);
});
