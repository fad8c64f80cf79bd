import { describe, expect, test } from 'vitest';
import type { AccountPageAsRead } from '#contracts/v2/accounts.ts';
import { endOfList, isRepeatOf, type ListEnd } from './list-end.ts';

const says = { hasNext: null, limit: null, hasCursor: false, total: null };
const pageOf = (count: number, first = 0): AccountPageAsRead => ({
  ...says,
  items: Array.from({ length: count }, (_, index) => ({ accountId: `a-${first + index}`, membership: null })),
  unreadable: [],
});
const whole = { total: null, isPartial: false, isRepeated: false };

describe('after an empty page', () => {
  test.each<[string, boolean | null, number | null, ListEnd]>([
    ['without a total, announcing another page', true, null, 'cutShort'],
    ['without a total, as the last page', false, null, 'whole'],
    ['without a total or `hasNext`', null, null, 'whole'],
    ['after as many members as the total, announcing another page', true, 90, 'cutShort'],
    ['after as many members as the total, as the last page', false, 90, 'whole'],
    ['after many fewer members than the total, as the last page', false, 250, 'cutShort'],
  ])('%s', (_, hasNext, total, end) => {
    expect(endOfList({ ...pageOf(0), hasNext }, { ...whole, offset: 90, total })).toBe(end);
  });

  test('of some members, where the platform counts all of them', () => {
    expect(endOfList(pageOf(0), { ...whole, offset: 90, total: 250, isPartial: true })).toBe('whole');
  });
});

describe('after a page of 50 that does not say whether another one follows', () => {
  test.each<[string, Partial<AccountPageAsRead>, number | null, ListEnd]>([
    ['and nothing else', {}, null, 'goesOn'],
    ['but a limit of 50', { limit: 50 }, null, 'goesOn'],
    ['but a limit of 100', { limit: 100 }, null, 'whole'],
    ['but a limit of 1000', { limit: 1_000 }, null, 'whole'],
    ['but a cursor', { hasCursor: true, limit: 100 }, 140, 'goesOn'],
    ['but a larger total', { limit: 100 }, 141, 'goesOn'],
    ['but the total that is reached', {}, 140, 'whole'],
    ['but a total of fewer than there are', {}, 0, 'goesOn'],
  ])('%s', (_, told, total, end) => {
    for (const isPartial of [true, false])
      expect(endOfList({ ...pageOf(50), ...told }, { ...whole, offset: 90, total, isPartial })).toBe(end);
  });

  test('and has nobody who can be read', () => {
    const unreadable = [{ index: 0, path: 'accountId', code: 'invalid_type' }];
    expect(endOfList({ ...pageOf(0), unreadable }, { ...whole, offset: 90 })).toBe('whole');
  });
});

describe('after a page of 50 that repeats the one before', () => {
  test.each<[string, Partial<AccountPageAsRead>, number | null, ListEnd, ListEnd]>([
    ['and says nothing', {}, null, 'repeated', 'repeated'],
    ['and names a cursor', { hasCursor: true, limit: 100 }, null, 'repeated', 'repeated'],
    ['and counts more, maybe all members', {}, 250, 'endless', 'repeated'],
    ['and announces another one', { hasNext: true }, null, 'endless', 'endless'],
    ['and is as long as its limit', { limit: 50 }, null, 'endless', 'endless'],
    ['and is the last one', { hasNext: false }, null, 'whole', 'whole'],
  ])('%s', (_, told, total, ofAll, ofSome) => {
    const page = { ...pageOf(50), ...told };
    const position = { offset: 45, total, isRepeated: true };
    expect(endOfList(page, { ...position, isPartial: false })).toBe(ofAll);
    expect(endOfList(page, { ...position, isPartial: true })).toBe(ofSome);
  });
});

describe('after a page of more members than were requested, as of a platform that does not page', () => {
  test.each<[string, Partial<AccountPageAsRead>, number | null, ListEnd, ListEnd, ListEnd]>([
    ['and says nothing', {}, null, 'goesOn', 'repeated', 'repeated'],
    ['and counts as many', {}, 300, 'whole', 'whole', 'whole'],
    ['and counts more, maybe all members', {}, 1_000, 'goesOn', 'endless', 'repeated'],
    ['and announces another one', { hasNext: true }, null, 'goesOn', 'endless', 'endless'],
    ['and is the last one', { hasNext: false }, null, 'whole', 'whole', 'whole'],
  ])('%s', (_, told, total, first, ofAll, ofSome) => {
    const page = { ...pageOf(300), ...told };
    for (const isPartial of [true, false]) {
      const position = { offset: 0, total, isPartial };
      expect(endOfList(page, { ...position, isRepeated: false })).toBe(first);
      expect(endOfList(page, { ...position, isRepeated: true })).toBe(isPartial ? ofSome : ofAll);
    }
  });

  test('by one, too, but not of as many', () => {
    const repeats = (count: number) => endOfList(pageOf(count), { ...whole, offset: 90, isRepeated: true });
    expect([repeats(101), repeats(100)]).toEqual(['repeated', 'endless']);
  });

  test('the list ends where nobody of them can be read, as nothing shows that the next page repeats them', () => {
    const unreadable = Array.from({ length: 300 }, (_, index) => ({ index, path: 'accountId', code: 'invalid_type' }));
    const page = { ...pageOf(0), unreadable };
    expect(endOfList(page, { ...whole, offset: 0 })).toBe('whole');
    expect(endOfList(page, { ...whole, offset: 0, total: 1_000, isPartial: true })).toBe('whole');
  });
});

test('the page after the last one, which has the overlap alone, is no repetition', () => {
  expect(isRepeatOf(pageOf(5, 45), pageOf(50))).toBe(false);
  expect(isRepeatOf(pageOf(50), pageOf(50))).toBe(true);
  expect(isRepeatOf(pageOf(50, 45), pageOf(50))).toBe(false);
  expect(isRepeatOf(pageOf(0), pageOf(0))).toBe(false);
  expect(isRepeatOf(pageOf(50), null)).toBe(false);
});
