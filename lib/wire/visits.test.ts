import { expect, test } from 'vitest';
import { visitKey } from './visits.ts';

test('two visits through a turnstile have keys of their own', () => {
  const end = (at: string) => ({ at, how: 'turnstile' as const, by: null });
  const id = 'turnstile-checkIn-lena';
  const [first, second] = [end('2026-11-25T08:00:00.000Z'), end('2026-11-26T08:00:00.000Z')];
  expect(visitKey({ id, in: first, out: null })).not.toBe(visitKey({ id, in: second, out: null }));
  expect(visitKey({ id, in: null, out: first })).not.toBe(visitKey({ id, in: null, out: second }));
});
