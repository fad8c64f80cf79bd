import { expect, test } from 'vitest';
import { drawChart } from './chart.ts';

const chart = (lines: { name: string; points: { x: number; y: number }[] }[]) =>
  drawChart({ title: 'Cost & members', across: 'members', upwards: 'µs', lines });
const placesOf = (svg: string, pattern: RegExp) => [...svg.matchAll(pattern)].map(([, place]) => Number(place));

test('equal factors are equal distances, across and upwards', () => {
  const svg = chart([{ name: 'look-up', points: [1, 10, 100].map((x) => ({ x, y: x })) }]);
  const [left = 0, middle = 0, right = 0] = placesOf(svg, /cx="([\d.]+)"/g);
  const [low = 0, half = 0, high = 0] = placesOf(svg, /cy="([\d.]+)"/g);
  expect(middle - left).toBeCloseTo(right - middle, 0);
  expect(low - half).toBeCloseTo(half - high, 0);
  expect(high).toBeLessThan(low);
});

test('lines that end at one height have names that do not cover each other', () => {
  const points = [{ x: 1, y: 50 }];
  const svg = chart([
    { name: 'one', points },
    { name: 'two', points },
    { name: 'three', points },
  ]);
  const heights = placesOf(svg, /<text class="c\d" x="[\d.]+" y="([\d.]+)"/g);
  expect(heights.map((height) => height - (heights[0] ?? 0))).toEqual([0, 18, 36]);
});

test('texts are escaped', () => {
  expect(chart([{ name: 'a < b', points: [{ x: 1, y: 1 }] }])).toMatch(/Cost &amp; members[\s\S]*a &lt; b/);
});

test('a figure of zero is not drawn as if it were one', () => {
  expect(() => chart([{ name: 'nothing', points: [{ x: 1, y: 0 }] }])).toThrow('not above zero');
});
