import { describe, expect, test } from 'vitest';
import { endOfList, type ListEnd } from './list-end.ts';

const empty = { items: [], unreadable: [] };

describe('after an empty page', () => {
  test.each<[string, boolean | null, number | null, ListEnd]>([
    ['no page counts, and it says that another follows', true, null, 'cutShort'],
    ['no page counts, and it says that it was the last', false, null, 'whole'],
    ['no page counts, and it says nothing', null, null, 'whole'],
    ['as many as were counted are told, and it says that another follows', true, 90, 'cutShort'],
    ['as many as were counted are told, and it says that it was the last', false, 90, 'whole'],
    ['many more were counted, and it says that it was the last', false, 250, 'cutShort'],
  ])('where %s', (_, hasNext, total, end) => {
    expect(endOfList({ ...empty, hasNext }, { offset: 90, total, isRepeated: false })).toBe(end);
  });
});
