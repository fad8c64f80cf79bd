import { describe, expect, test } from 'vitest';
import { endOfList, type ListEnd } from './list-end.ts';

const empty = { items: [], unreadable: [] };

describe('after an empty page', () => {
  test.each<[string, boolean | null, number | null, ListEnd]>([
    ['without a total, announcing another page', true, null, 'cutShort'],
    ['without a total, as the last page', false, null, 'whole'],
    ['without a total or `hasNext`', null, null, 'whole'],
    ['after as many members as the total, announcing another page', true, 90, 'cutShort'],
    ['after as many members as the total, as the last page', false, 90, 'whole'],
    ['after many fewer members than the total, as the last page', false, 250, 'cutShort'],
  ])('%s', (_, hasNext, total, end) => {
    expect(endOfList({ ...empty, hasNext }, { offset: 90, total, isRepeated: false })).toBe(end);
  });
});
