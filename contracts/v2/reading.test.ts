import { expect, test } from 'vitest';
import { z } from 'zod';
import { listAsRead } from './reading.ts';

const list = listAsRead(z.object({ id: z.string() }));
const wrong = (count: number) => Array.from({ length: count }, () => ({ id: null }));

test('unreadable items of a list are skipped, and reported with their index', () => {
  expect(list.parse([{ id: 'a' }, null, { id: 1 }, { id: 'b' }])).toEqual({
    items: [{ id: 'a' }, { id: 'b' }],
    unreadable: [
      { index: 1, path: '', code: 'invalid_type' },
      { index: 2, path: 'id', code: 'invalid_type' },
    ],
  });
});

test('thousands of them are skipped, and with more the list is rejected', () => {
  expect(list.parse([...wrong(5_000), { id: 'a' }])).toMatchObject({ items: [{ id: 'a' }] });
  expect(list.safeParse([{ id: 'a' }, ...wrong(5_001), { id: 'b' }])).toMatchObject({ success: false });
});
