import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createPlatformSeal } from '#platform/base/seal.ts';
import type { Seal } from '#shared/seal/seal.ts';
import { anyCharacter } from '#shared/testing/any-character.ts';
import { closeCursor, openCursor, type Walk } from './cursor.ts';

const secret = 'a secret of the operator, 32 and more';
const seal = createPlatformSeal(secret);
const place = z.tuple([z.number(), z.string()]);
const begunAt = new Date('2026-11-21T09:41:07.123Z');
const walk: Walk = {
  pagesOf: 'SMART_STRENGTH_WORKOUTS',
  gymId: '0b8f2a1c-5d3e-4f60-9a7b-1c2d3e4f5a6b',
  startDate: '2026-11-01',
  endDate: '2026-11-20',
};
const end = { place: [1_763_000_000_123, 'an id'] as [number, string], begunAt };
const cursor = closeCursor(seal, walk, end);
const open = (text: string, of: Walk = walk, { by = seal, now = begunAt }: { by?: Seal; now?: Date } = {}) =>
  openCursor(by, of, place, { cursor: text, now });

const notOfThisWalk = 'cursor is not the nextCursor of a page of this export with the same startDate and endDate.';

test('a cursor contains the end of the page and the start of the walk, encrypted', () => {
  expect(open(cursor)).toEqual(end);
  expect(cursor).toMatch(/^[\w.-]{40,200}$/);
  expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toContain('an id');
});

test.each<[string, Partial<Walk>]>([
  ['another gym', { gymId: '0b8f2a1c-5d3e-4f60-9a7b-1c2d3e4f5a6c' }],
  ['another export', { pagesOf: 'BODY_MEASUREMENTS' }],
  ['a range with another start', { startDate: '2026-11-02' }],
  ['a range with another end', { endDate: '2026-11-21' }],
])('is refused for %s', (_, other) => {
  expect(() => open(cursor, { ...walk, ...other })).toThrow(notOfThisWalk);
});

test('is valid for 24 hours after the first page, regardless of the number of pages', () => {
  const dayLater = new Date(begunAt.getTime() + 24 * 60 * 60 * 1000);
  expect(open(cursor, walk, { now: dayLater })).toEqual(end);
  expect(() => open(cursor, walk, { now: new Date(dayLater.getTime() + 1) })).toThrow(/has expired.*leave it out/);
});

test('survives a restart and a rotation of the secret, until the rotation ends', () => {
  const restarted = createPlatformSeal(secret);
  const next = 'the secret of the operator after that one';
  const changing = createPlatformSeal(next, secret);
  for (const by of [restarted, changing]) expect(open(cursor, walk, { by })).toEqual(end);
  expect(() => open(cursor, walk, { by: createPlatformSeal(next) })).toThrow(notOfThisWalk);
});

test('is refused after any change of a character, and with one more or one fewer', () => {
  const edit = fc.tuple(
    fc.nat({ max: cursor.length }),
    fc.nat({ max: 1 }),
    fc.string({ unit: anyCharacter, maxLength: 1 }),
  );
  fc.assert(
    fc.property(edit, ([at, removed, added]) => {
      const edited = cursor.slice(0, at) + added + cursor.slice(at + removed);
      fc.pre(edited !== cursor);
      expect(() => open(edited)).toThrow(notOfThisWalk);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['nothing', ''],
  ['an unsealed position', JSON.stringify(end)],
  ['only the version', 'v1.'],
  ['a million characters', `v1.${'A'.repeat(1_000_000)}`],
  [
    'a value sealed for another purpose',
    seal.close(JSON.stringify({ begunAt: begunAt.getTime(), place: end.place }), walk.gymId),
  ],
  ['a position with other fields', closeCursor(seal, walk, { place: ['an id'], begunAt })],
])('%s is not a cursor', (_, text) => {
  expect(() => open(text)).toThrow(notOfThisWalk);
});

test('a merely encoded one could be forged for any gym (negative control)', () => {
  const encoded: Seal = {
    close: (text) => Buffer.from(text).toString('base64url'),
    open: (text) => Buffer.from(text, 'base64url').toString(),
  };
  const forged = encoded.close(JSON.stringify({ begunAt: begunAt.getTime(), place: end.place }), '');
  expect(open(forged, { ...walk, gymId: 'of somebody else' }, { by: encoded })).toEqual(end);
  expect(() => open(forged)).toThrow(notOfThisWalk);
});
