import { expect, test } from 'vitest';
import { z } from 'zod';
import { eventIdOf, isEventIdOf } from './event-id.ts';

const occurredAt = new Date('2026-11-20T17:05:42.123Z');

test('an id is a UUID of version 7 for any random bytes, and contains its time', () => {
  for (const byte of [0x00, 0x5a, 0xff]) {
    const eventId = eventIdOf(occurredAt, Buffer.alloc(10, byte));
    expect(() => z.uuidv7().parse(eventId)).not.toThrow();
    expect(isEventIdOf(eventId, occurredAt)).toBe(true);
    expect(isEventIdOf(eventId.toUpperCase(), occurredAt)).toBe(true);
    expect(isEventIdOf(eventId, new Date(occurredAt.getTime() + 1))).toBe(false);
  }
});

test('an id of another version has no time', () => {
  expect(isEventIdOf('0b8f2a1c-5d3e-4f60-9a7b-1c2d3e4f5a6b', new Date(0x0b8f2a1c5d3e))).toBe(false);
  expect(isEventIdOf('nonsense', occurredAt)).toBe(false);
});
