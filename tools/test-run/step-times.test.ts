import { expect, test } from 'vitest';
import { busyCoreSeconds, lineOf } from './step-times.ts';

test('the busy time of all cores is added up, without their idle time', () => {
  const core = { model: 'any', speed: 0, times: { user: 1_000, nice: 200, sys: 300, irq: 50, idle: 90_000 } };
  expect(busyCoreSeconds([core, core])).toBe(3.1);
});

test('a step is told with its seconds, and with those of the processor if it ran alone', () => {
  expect(lineOf('lint', { seconds: 9.26, coreSeconds: 15.4 })).toBe('    9.3 s  lint, 15 core-seconds');
  expect(lineOf('lint', { seconds: 9.26 })).toBe('    9.3 s  lint');
});
