import { expect, it } from 'vitest';
import { beginsNumber, isWholeNumber, looksCoded } from './looks-coded.ts';

it.each([
  '04A23BC21C2680',
  '0x04A2',
  '04:a2:3b:c2',
  '0013961168',
  '213,02000',
  'M-10442',
  'MUC-W-10442',
  '4012345678901',
  'deadbeefcafebabe',
  '7c1f4be2905d43a8b6e0d2f7519ac384',
  'à\'"é(§è!çà',
])('%s is what readers send', (text) => {
  expect(looksCoded(text)).toBe(true);
});

it.each([
  'Lena Vogt',
  'Ada',
  'facade',
  'Schwarzenberger',
  'lena.vogt2@example.com',
  'Hauptstraße 12',
  'Str.12',
  '21. November 2026',
  "d'Abbadie",
])('%s is what people type', (text) => {
  expect(looksCoded(text)).toBe(false);
});

it('tells the beginning of a number from the whole', () => {
  expect(['0', '0x04', '04:A2', '001396'].map(beginsNumber)).toEqual([true, true, true, true]);
  expect(['x', 'anna', 'M-1', '0176/'].map(beginsNumber)).toEqual([false, false, false, false]);
  expect(['04A23BC2', '0x04A23BC21C2680', '04:a2:3b:c2', '0013961168'].map(isWholeNumber)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['04A23BC', '04A23BC21C', '001396116'].map(isWholeNumber)).toEqual([false, false, false]);
});
