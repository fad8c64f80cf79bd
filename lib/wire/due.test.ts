import { expect, test } from 'vitest';
import { dueOf, isPressing } from './due.ts';

const today = '2026-11-21';

test.each([
  ['2026-11-21', { kind: 'today' }],
  ['2026-11-22', { kind: 'tomorrow' }],
  ['2026-11-23', { kind: 'weekday', day: '2026-11-23' }],
  ['2026-11-27', { kind: 'weekday', day: '2026-11-27' }],
  ['2026-11-28', { kind: 'day', day: '2026-11-28' }],
  ['2026-11-20', { kind: 'yesterday' }],
  ['2026-11-19', { kind: 'overdue', day: '2026-11-19' }],
  [null, { kind: 'none' }],
])('%s is displayed as %j', (day, due) => expect(dueOf(day, today)).toEqual(due));

test('a task is urgent from its due day on', () => {
  expect(['2026-11-20', today, '2026-11-22', null].map((day) => isPressing(day, today))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
