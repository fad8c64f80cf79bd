import { describe, expect, test } from 'vitest';
import { readMetrics } from './read-metrics.ts';

const good = `# HELP taps_total Taps.
# TYPE taps_total counter
taps_total{kind="a \\"b\\""} 3

# HELP wait_seconds Wait.
# TYPE wait_seconds histogram
wait_seconds_bucket{le="1"} 1
wait_seconds_bucket{le="+Inf"} 2
wait_seconds_sum 4.5
wait_seconds_count 2
`;

test('the text format is parsed', () => {
  const families = readMetrics(good);
  expect([...families.keys()]).toEqual(['taps_total', 'wait_seconds']);
  expect(families.get('taps_total')?.samples).toEqual([
    { name: 'taps_total', labels: { kind: 'a \\"b\\"' }, value: 3 },
  ]);
});

describe('everything that promtool refuses is refused', () => {
  test.each([
    ['a counter without _total', good.replaceAll('taps_total', 'taps')],
    ['a gauge with _total', good.replace('total counter', 'total gauge')],
    ['a sample before its type', `taps_total 1\n${good}`],
    ['a family told of twice', good + good],
    ['a sample that stands twice', good.replace('wait_seconds_sum 4.5', 'wait_seconds_sum 4.5\nwait_seconds_sum 4.5')],
    ['a histogram without a last bucket', good.replace('wait_seconds_bucket{le="+Inf"} 2\n', '')],
    ['another unit', good.replaceAll('wait_seconds', 'wait_ms')],
    ['no help', good.replace('# HELP taps_total Taps.\n', '')],
    ['what is no number', good.replace(' 3', ' three')],
    ['an open end', good.trimEnd()],
  ])('%s', (_what, text) => {
    expect(() => readMetrics(text)).toThrow();
  });
});
