import { expect, test } from 'vitest';
import { z } from 'zod';
import { randomUuid } from './new-tap.ts';

test('tap ids are valid and differ', () => {
  const ids = Array.from({ length: 500 }, randomUuid);
  for (const id of ids) expect(z.uuid({ version: 'v4' }).safeParse(id).success).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
});
