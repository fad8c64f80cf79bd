import { expect, test } from 'vitest';
import { deviceLifeMs, readDevice, signDevice } from './device.ts';

const secret = 'a-secret-of-at-least-thirty-two-characters';
const other = 'another-secret-of-thirty-two-characters';
const at = (now: number, keys: { secret: string; previousSecret?: string } = { secret }) => ({
  ...keys,
  clock: () => now,
});
const id = '5f0c7b1e-1111-4222-8333-444455556666';
const kept = signDevice(at(0), id);

test('a browser is known by what it keeps, for a year', () => {
  expect(readDevice(at(1), kept)).toBe(id);
  expect(readDevice(at(deviceLifeMs - 1), kept)).toBe(id);
  expect(readDevice(at(deviceLifeMs), kept)).toBeNull();
});

test('it stays known while the secret is changed', () => {
  expect(readDevice(at(1, { secret: other, previousSecret: secret }), kept)).toBe(id);
  expect(readDevice(at(1, { secret: other }), kept)).toBeNull();
});

test.each([
  ['nothing', undefined],
  ['an id alone', id],
  ['another id', kept.replace('5f0c', '5f0d')],
  ['a later end', kept.replace(String(deviceLifeMs), String(deviceLifeMs * 9))],
  ['another signature', kept.replace(/.{43}$/, 'A'.repeat(43))],
  ['a short signature', kept.slice(0, -1)],
])('%s makes no browser known', (_, invented) => {
  expect(readDevice(at(1), invented)).toBeNull();
});
