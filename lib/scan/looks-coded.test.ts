import { expect, it } from 'vitest';
import { looksCoded } from './looks-coded.ts';

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
