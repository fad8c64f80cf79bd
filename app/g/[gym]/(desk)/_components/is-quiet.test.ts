import { expect, test } from 'vitest';
import { untouchedReception } from '#lib/browser/taps/reception-state.ts';
import type { TapRequest } from '#lib/browser/taps/tap-request.ts';
import { isQuiet } from './is-quiet.ts';

const tap: TapRequest = {
  kind: 'lookUp',
  source: 'scan',
  value: '0x04',
  tapId: 'tap',
  locationId: 'l',
  staffId: 's',
  tappedAt: 1,
};
const withTaps = (taps: Partial<typeof untouchedReception.taps>) =>
  isQuiet({ ...untouchedReception, taps: { ...untouchedReception.taps, ...taps } });

test('a counter with a pending or waiting tap is not quiet', () => {
  expect(withTaps({})).toBe(true);
  expect(withTaps({ sending: [tap] })).toBe(false);
  expect(withTaps({ waiting: [tap] })).toBe(false);
});

test('a tap whose answer this page cannot parse does not block a reload', () => {
  expect(withTaps({ waiting: [tap], notUnderstood: ['tap'] })).toBe(true);
  expect(withTaps({ waiting: [tap, { ...tap, tapId: 'other' }], notUnderstood: ['tap'] })).toBe(false);
});
