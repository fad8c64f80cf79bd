import { expect, test } from 'vitest';
import { formatNumber, formatTable } from './table.ts';

test('columns have the same width in every section, and missing values are blank', () => {
  const table = formatTable([
    { title: 'Page', rows: [{ name: 'JavaScript', value: { amount: 212.345, unit: 'kB' }, budget: 180, samples: 1 }] },
    {
      title: 'Load',
      rows: [{ name: 'look-up', size: 1_000, connections: 10, p50Ms: 1.26, requestsPerSecond: 1500.4, samples: 6 }],
    },
  ]);
  expect(table.split('\n')).toEqual([
    'Page           size  conns  p50 ms  p95 ms  p99 ms  req/s   value          goal  samples',
    '  JavaScript                                               212 kB  ≤ 180 MISSED        1',
    '',
    'Load           size  conns  p50 ms  p95 ms  p99 ms  req/s   value          goal  samples',
    '  look-up     1,000     10     1.3                  1,500                              6',
  ]);
});

test.each([
  [123_456.7, '123,457'],
  [99.96, '100'],
  [12.34, '12.3'],
  [12, '12'],
  [0.674, '0.67'],
  [-0.25, '-0.25'],
])('%d is %s', (amount, text) => {
  expect(formatNumber(amount)).toBe(text);
});
