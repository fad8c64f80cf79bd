import { expect, test } from 'vitest';
import { type Arrival, arrivalOfCut, arrivalOfKeys } from './arrival.ts';

const card = '04A23BC21C2680';
const cut = (text: string): Arrival => ({ kind: 'cut', text });
const keysOf = (text: string, everyMs: number) => [...text].map((key, index) => ({ key, at: index * everyMs }));

test('the same text twice without an end key is a whole card, two different ones are parts', () => {
  expect(arrivalOfCut(null, card)).toEqual(cut(card));
  expect(arrivalOfCut(cut(card), card)).toEqual({ kind: 'whole', text: card, endKey: 'none' });
  expect(arrivalOfCut(cut('04A23BC2'), '1C2680')).toEqual(cut('1C2680'));
  // both halves of one number
  expect(arrivalOfCut(cut('00000'), '00000')).toEqual(cut('00000'));
  expect(arrivalOfCut({ kind: 'whole', text: card, endKey: 'enter' }, card)).toEqual(cut(card));
});

test.each([
  [card, 135, { kind: 'typed', text: card, isSlow: true }],
  ['hello world', 4, { kind: 'typed', text: 'hello world', isSlow: false }],
  ['hello', 4, null],
])('%s, a key every %i ms, is %j', (text, everyMs, arrival) => {
  expect(arrivalOfKeys([...keysOf(text, everyMs), { key: 'Enter', at: 9_999 }])).toEqual(arrival);
});
