import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextDueAt } from './location-work.ts';

const everyMs = 60_000;
const now = Date.parse('2026-11-21T08:41:07.123Z');

test('a location has its turn once an interval, whenever the last turn ended', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.integer({ min: 0, max: 10 * everyMs }), (locationId, late) => {
      const due = nextDueAt(locationId, everyMs, now + late).getTime();
      const pauseMs = due - (now + late);
      expect(pauseMs).toBeGreaterThanOrEqual(everyMs / 2);
      expect(pauseMs).toBeLessThan(1.5 * everyMs);
      expect(nextDueAt(locationId, everyMs, due).getTime()).toBe(due + everyMs);
    }),
  );
});

test('locations whose turns ended at the same moment are spread over the interval', () => {
  const tenths = Array.from({ length: 10 }, () => 0);
  for (let location = 0; location < 2_000; location += 1) {
    const tenth = Math.floor((nextDueAt(randomUUID(), everyMs, now).getTime() % everyMs) / (everyMs / 10));
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
  }
  for (const locations of tenths) {
    expect(locations).toBeGreaterThan(100);
    expect(locations).toBeLessThan(300);
  }
});
