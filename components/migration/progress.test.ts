import { expect, test } from 'vitest';
import { rowStates } from '#lib/wire/migration.ts';
import { timeLeft } from './progress.tsx';

const counts = (waiting: number) => {
  const none = Object.fromEntries(rowStates.map((state) => [state, 0]));
  return { ...none, waiting } as Record<(typeof rowStates)[number], number>; // safe because: every state is named
};

test.each([
  [50_000, 6, { hours: 2, minutes: 19 }],
  [21_600, 6, { hours: 1, minutes: 0 }],
  [360, 6, { hours: 0, minutes: 1 }],
  [361, 6, { hours: 0, minutes: 1 }],
  [540, 6, { hours: 0, minutes: 2 }],
  [96, 8, { hours: 0, minutes: 0 }],
  [0, 6, { hours: 0, minutes: 0 }],
  [50_000, null, null],
  [50_000, 0, null],
])('%i rows at %s a second take %o', (waiting, perSecond, left) => {
  expect(timeLeft({ counts: counts(waiting), perSecond })).toEqual(left);
});
