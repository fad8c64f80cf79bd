import { expect, test } from 'vitest';
import { coreSecondsOfChildren, lineOf } from './step-times.ts';

test('the processor time of children is read for any program name', () => {
  const stat = '7 (node (a b) c) S 1 7 7 0 -1 4194560 1 2 3 4 50 60 1200 345 20 0 11 0 9 1 1 18446744073709551615';
  expect(coreSecondsOfChildren(() => stat)).toBe(15.45);
});

test('a step is reported with its duration, and with its processor time where the system reports it', () => {
  expect(lineOf('lint', { seconds: 9.26, coreSeconds: 15.4 })).toBe('    9.3 s  lint, 15 core-seconds');
  expect(lineOf('lint', { seconds: 9.26, coreSeconds: coreSecondsOfChildren(() => '') })).toBe('    9.3 s  lint');
});
