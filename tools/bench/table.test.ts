import { expect, test } from 'vitest';
import { formatTable } from './table.ts';

test('columns have the same width in every section, and missing values are blank', () => {
  const table = formatTable([
    { title: 'Page', rows: [{ name: 'JavaScript', value: { amount: 212.345, unit: 'kB' }, budget: 180, samples: 1 }] },
    { title: 'Load', rows: [{ name: 'look-up', connections: 10, p50Ms: 1.26, requestsPerSecond: 1500.4, samples: 6 }] },
  ]);
  expect(table.split('\n')).toEqual([
    'Page          conns  p50 ms  p95 ms  p99 ms  req/s     value        budget  samples',
    '  JavaScript                                        212.3 kB  ≤ 180 MISSED        1',
    '',
    'Load          conns  p50 ms  p95 ms  p99 ms  req/s     value        budget  samples',
    '  look-up        10     1.3                   1500                                6',
  ]);
});
