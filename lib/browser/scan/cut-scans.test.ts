import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Press, typeInto } from '#lib/testing/type-into.ts';
import { type EndKey, type ReaderHabit, unknownHabit } from '#lib/wire/reader/reader-habit.ts';
import { startBurst } from './burst-step.ts';

const some = (characters: string, length: number) =>
  fc.array(fc.constantFrom(...characters), { minLength: length, maxLength: length }).map((keys) => keys.join(''));
const hex = fc.oneof(
  fc.constantFrom(4, 7, 10).chain((bytes) => some('0123456789ABCDEF', bytes * 2)),
  some('0123456789ABCDEF', 14).map((digits) => `E0${digits}`),
);
const pairs = (digits: string, separator: string) => (digits.match(/../g) ?? []).join(separator);

/** The codes that readers send. */
const card = fc
  .oneof(
    hex,
    hex.map((digits) => digits.toLowerCase()),
    hex.map((digits) => `0x${digits}`),
    fc.tuple(hex, fc.constantFrom(':', '-', ' ')).map(([digits, separator]) => pairs(digits, separator)),
    fc.constantFrom(8, 10, 13, 17).chain((length) => some('0123456789', length)),
    some('0123456789', 8).map((digits) => `${digits.slice(0, 3)},${digits.slice(3)}`),
    some('0123456789abcdef', 32),
    fc.integer({ min: 22, max: 40 }).chain((length) => some('0123456789abcdeghjkmnpqrstvwxyzABCDEG', length)),
    some('0123456789abcdef', 20).map((token) => `NFC:${token}`),
  )
  .filter((text) => (text.match(/\d/g) ?? []).length * 3 >= text.length);

const ends = fc.constantFrom<string[]>(['Enter'], ['Tab'], ['Tab', 'Enter'], ['Enter', 'Enter']);
const cuts = fc.array(fc.record({ at: fc.nat(), delay: fc.integer({ min: 120, max: 10_000 }) }), {
  minLength: 1,
  maxLength: 3,
});

/** A burst with long intervals at some places, also before the end key. */
function cutInto(text: string, endKeys: string[], pace: number, stalls: readonly { at: number; delay: number }[]) {
  const keys = [...text, ...endKeys];
  // keys after the end key are not part of the card
  const delays = new Map(stalls.map(({ at, delay }) => [(at % text.length) + 1, delay]));
  return keys.map((key, index): Press => ({ key, after: delays.get(index) ?? pace }));
}

const typed = (text: string, pause: number, pace: number): Press[] =>
  [...text].map((key, index) => ({ key, after: index === 0 ? pause : pace + (index % 3) * 40 }));

const words = fc.constantFrom('', 'anna', 'omar k', 'lena', 'jürgen', 'schwarz');
const numbers = fc.constantFrom('', '10442', '01761234567');
const humanPace = fc.integer({ min: 120, max: 400 });

const habitOf = (endKey: EndKey | null, lengths: number[] = []): ReaderHabit => ({ ...unknownHabit, endKey, lengths });

it('from a reader with an end key, an incomplete scan gives the whole card or nothing, whatever is typed before and after', () => {
  fc.assert(
    fc.property(
      card,
      ends,
      fc.integer({ min: 0, max: 30 }),
      cuts,
      fc.record({ endKey: fc.constantFrom<EndKey | null>(null, 'enter', 'tab'), knowsLength: fc.boolean() }),
      fc.record({ word: words, number: numbers, after: words, pace: humanPace, pause: humanPace }),
      (text, endKeys, pace, stalls, { endKey, knowsLength }, person) => {
        const page = typeInto(
          '',
          [
            ...typed(person.number, 2_000, person.pace),
            ...typed(person.word, 2_000, person.pace),
            ...cutInto(text, endKeys, pace, stalls).with(0, { key: text[0] ?? '', after: person.pause + 120 }),
            ...typed(person.after, 1_200, person.pace),
          ],
          startBurst(habitOf(endKey, knowsLength ? [text.length] : [])),
        );
        // with the text that a person typed right before, in the same field
        expect(page.lookedUp.filter((lookedUp) => !lookedUp.endsWith(text))).toEqual([]);
        expect(page.lookedUp.length).toBeLessThanOrEqual(1);
      },
    ),
    { numRuns: 3_000, seed: 29 },
  );
});

it('from a reader without an end key, an incomplete scan gives the whole card, nothing, or is voided', () => {
  fc.assert(
    fc.property(
      card,
      fc.integer({ min: 0, max: 30 }),
      cuts,
      fc.constantFrom<EndKey | null>(null, 'enter', 'none'),
      fc.array(fc.integer({ min: 6, max: 40 }), { maxLength: 3 }),
      (text, pace, stalls, endKey, otherLengths) => {
        const habit = habitOf(endKey, [text.length, ...otherLengths]);
        const page = typeInto('', cutInto(text, [], pace, stalls), startBurst(habit));
        expect(page.lookedUp.filter((lookedUp) => lookedUp !== text)).toEqual([]);
      },
    ),
    { numRuns: 3_000, seed: 29 },
  );
});
