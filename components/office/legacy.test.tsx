import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import type { LegacyView } from '#lib/wire/legacy-connectivity.ts';
import { LegacyState } from './legacy.tsx';

const at = '2025-11-20T08:12:00.000Z';
const since = '2025-11-21T10:30:00.000Z';
const heard: LegacyView = {
  url: 'https://mms.example.com/v1',
  gymId: '17',
  needsAttention: false,
  state: 'heard',
  heardAt: at,
  failingSince: null,
};
const say = (legacy: Partial<LegacyView> | null) =>
  textOf(render(<LegacyState legacy={legacy && { ...heard, ...legacy }} timeZone="Europe/Berlin" />));

test('the last successful report is shown in the location’s time', () => {
  expect(say({})).toBe('Last heard by the member system: 20 Nov 2025, 09:12.');
});

test('a failure shows since when, and the last successful report before', () => {
  expect(say({ state: 'unreachable', failingSince: since })).toBe(
    'Not reached since 21 Nov 2025, 11:30. Front Desk keeps trying. Last heard by the member system: 20 Nov 2025, 09:12.',
  );
  expect(say({ state: 'refused', failingSince: since, heardAt: null })).toBe(
    'Refused since 21 Nov 2025, 11:30: wrong gym ID or token. Enter the valid ones here. The member system has not heard from this gym yet.',
  );
});

test('without credentials, and before the first attempt, no state is claimed', () => {
  expect(say(null)).toBe('Not set up.');
  expect(say({ state: 'untried', heardAt: null })).toBe('Set up. The member system has not been asked yet.');
});
