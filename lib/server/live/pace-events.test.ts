import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paceEvents } from './pace-events.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function pacing(locations: readonly string[] = ['west', 'ost']) {
  const told: string[] = [];
  const crowd = { isCrowded: false };
  const paced = paceEvents({
    isCrowded: () => crowd.isCrowded,
    locations: () => locations,
    tell: (locationId, event) => told.push(`${locationId} ${event}`),
  });
  return { told, crowd, paced };
}

test('while no list waits, an event is told at once', () => {
  const { told, paced } = pacing();
  paced.hear('west', 'taps');
  expect(told).toEqual(['west taps']);
  paced.stop();
});

test('while lists wait, an event waits, once, together with the others of its location until the first of them is due', () => {
  const { told, crowd, paced } = pacing();
  crowd.isCrowded = true;
  for (const event of ['taps', 'status', 'taps', 'presence'] as const) paced.hear('west', event);
  paced.hear('ost', 'status');
  vi.advanceTimersByTime(2_900);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(200);
  expect(told).toEqual(['west taps', 'west status', 'west presence']);
  vi.advanceTimersByTime(16_800);
  expect(told).toHaveLength(3);
  vi.advanceTimersByTime(300);
  expect(told.slice(3)).toEqual(['ost status']);
  paced.stop();
});

test('once no list waits, windows are told so and what was held, some locations at a time', () => {
  const locations = Array.from({ length: 12 }, (_, index) => `l${index}`);
  const { told, crowd, paced } = pacing(locations);
  crowd.isCrowded = true;
  vi.advanceTimersByTime(100);
  for (const locationId of locations.slice(0, 4)) paced.hear(locationId, 'taps');
  crowd.isCrowded = false;
  // who is in comes first
  paced.hear('l3', 'presence');
  vi.advanceTimersByTime(100);
  const rooms = locations.slice(0, 10).map((id) => `${id} room`);
  expect(told).toEqual([...rooms, 'l3 taps', 'l3 presence', 'l0 taps', 'l1 taps']);
  paced.hear('l0', 'tasks');
  expect(told.slice(14)).toEqual(['l0 tasks']);
  vi.advanceTimersByTime(10_000);
  expect(told.slice(15)).toEqual(['l10 room', 'l11 room', 'l2 taps']);
  paced.stop();
});

test('when lists wait again, the windows that were not told yet are the first ones the next time', () => {
  const locations = Array.from({ length: 12 }, (_, index) => `l${index}`);
  const { told, crowd, paced } = pacing(locations);
  crowd.isCrowded = true;
  vi.advanceTimersByTime(100);
  crowd.isCrowded = false;
  vi.advanceTimersByTime(100);
  crowd.isCrowded = true;
  vi.advanceTimersByTime(1_000);
  expect(told).toHaveLength(10);
  crowd.isCrowded = false;
  vi.advanceTimersByTime(200);
  expect(told.slice(10)).toEqual(['l10', 'l11', ...locations.slice(0, 10)].map((id) => `${id} room`));
  paced.stop();
});
