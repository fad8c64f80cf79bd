import { expect, test } from 'vitest';
import type { PresenceEntry } from '#lib/wire/presence.ts';
import { arrange, everybody, isLong } from './arrange-present.ts';

const entries = ['Zoë Müller', 'Anna-Maria Vogt', 'Ägidius Vogt'].map(
  (displayName): PresenceEntry => ({
    accountId: displayName,
    displayName,
    initials: '',
    membershipType: null,
    photoUrl: null,
    since: '2026-11-21T08:00:00.000Z',
    source: 'desk',
    openTasks: 0,
  }),
);
const names = (...wanted: Parameters<typeof arrange> extends [unknown, ...infer Rest] ? Rest : never) =>
  arrange(entries, ...wanted).map(({ displayName }) => displayName);

test('the presence list is sorted by arrival, or by name in the order of the language', () => {
  expect(names(everybody, 'de')).toEqual(['Zoë Müller', 'Anna-Maria Vogt', 'Ägidius Vogt']);
  expect(names({ name: '', order: 'name' }, 'de')).toEqual(['Ägidius Vogt', 'Anna-Maria Vogt', 'Zoë Müller']);
});

test.each([
  ['vogt', ['Anna-Maria Vogt', 'Ägidius Vogt']],
  ['vo MAR', ['Anna-Maria Vogt']],
  ['muller', ['Zoë Müller']],
  ['mueller', ['Zoë Müller']],
  ['aeg', ['Ägidius Vogt']],
  ['ogt', []],
  ['  ', ['Zoë Müller', 'Anna-Maria Vogt', 'Ägidius Vogt']],
])('%o matches names by the beginning of their words', (name, found) => {
  expect(names({ name, order: 'time' }, 'de')).toEqual(found);
});

test('a name that is written without umlauts is found by the one with them', () => {
  const mueller = { ...entries[0], displayName: 'Max Mueller' } as PresenceEntry; // safe because: there are three
  expect(arrange([...entries, mueller], { name: 'müll', order: 'time' }, 'de')).toEqual([entries[0], mueller]);
});

test('filter and sorting appear for lists of more than fifteen', () => {
  expect([15, 16].map(isLong)).toEqual([false, true]);
});
