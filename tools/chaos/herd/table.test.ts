import { expect, test } from 'vitest';
import type { HerdResult } from './run.ts';
import { describeHerd, describeLateness, describeProcessor, formatHerd } from './table.ts';

const result: HerdResult = {
  taps: [],
  comparison: { findings: [], furthestOffMs: 0 },
  settlement: { isSettled: true, tookMs: 0 },
  failures: [],
  windows: 3,
  gyms: 1,
  asked: [
    { kind: 'tap', status: 200, at: 900 },
    { kind: 'stream', status: 503, at: 1_000 },
    { kind: 'list', status: null, at: 4_999 },
    { kind: 'stream', status: 200, at: 5_000 },
    { kind: 'list', status: 200, at: 6_000 },
  ],
  answeredAt: [900, 11_000],
  recoveredAt: [6_000, 11_500],
  processorS: { desk: 12.34, deskDatabase: 5, platform: 4, platformDatabase: 3, windows: 2 },
};

test('events are counted in the line of their seconds, and recovered windows accumulate', () => {
  const lines = formatHerd(result)
    .split('\n')
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(lines.map((cells) => cells.slice(1, -1))).toEqual([
    ['0–5', '1', '0', '0', '1', '1', '0'],
    ['5–10', '0', '1', '1', '0', '0', '1'],
    ['10–15', '1', '0', '0', '0', '0', '2'],
  ]);
});

test('windows that recover too late or never are reported', () => {
  const served = { ...result, windows: 2 };
  expect(describeLateness(served, 11_500)).toBeNull();
  expect(describeLateness(served, 11_499)).toContain('1 of 2 windows');
  expect(describeLateness(result, 11_500)).toContain('1 of 3 windows');
});

test('a window that never recovered is not counted as served', () => {
  expect(describeHerd(result)).toContain('2 of 3 windows at 1 gyms served');
  expect(describeHerd(result)).toContain('the last after 11.0 s');
});

test('the processor time of each program is reported, where the system tells it', () => {
  expect(describeProcessor(result)).toContain('the desk took 12.3 core-seconds, its database 5.0');
  expect(describeProcessor(result)).toContain('all windows 2.0');
  expect(describeProcessor({ processorS: { ...result.processorS, desk: Number.NaN } })).toBeNull();
});
