import { expect, test } from 'vitest';
import { nameRepeated, plannedEachTime } from './name-repeated.ts';

test('a statement has a name once it has repeated, always the same, and one of its own', () => {
  const nameOf = nameRepeated();
  const ask = (text: string) => Array.from({ length: 5 }, () => nameOf(text));
  expect(ask('select 1')).toEqual([undefined, undefined, undefined, 'repeated_0', 'repeated_0']);
  expect(ask('select 2')).toEqual([undefined, undefined, undefined, 'repeated_1', 'repeated_1']);
  expect(nameOf('select 1')).toBe('repeated_0');
});

test('no more statements are named than a connection should keep', () => {
  const nameOf = nameRepeated();
  const texts = Array.from({ length: 1_000 }, (_, index) => `select ${index}`);
  const named = texts.filter((text) => Array.from({ length: 5 }, () => nameOf(text)).at(-1));
  expect(named).toEqual(texts.slice(0, 300));
});

test('statements that come once are forgotten', () => {
  const nameOf = nameRepeated();
  for (let index = 0; index < 3; index += 1) nameOf('select now()');
  for (let index = 0; index < 3_000; index += 1) nameOf(`select ${index}`);
  expect(nameOf('select now()')).toBeUndefined();
});

test('a statement that is to be planned each time has no name', () => {
  const nameOf = nameRepeated();
  expect(Array.from({ length: 5 }, () => nameOf(`select 1 ${plannedEachTime}`)).at(-1)).toBeUndefined();
});
