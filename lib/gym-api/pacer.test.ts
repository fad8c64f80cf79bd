import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPacer, type Pacer, type Urgency } from './pacer.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

const never = new AbortController().signal;

/** Enters `count` requests and tells when each was admitted, in milliseconds. */
function enter(pacer: Pacer, urgency: Urgency, count: number): number[] {
  const admittedAt: number[] = [];
  for (let i = 0; i < count; i += 1) void pacer.enter(urgency, never).then(() => admittedAt.push(Date.now()));
  return admittedAt;
}
const pacerOf = (options: { reserve?: number; capacity?: number } = {}) =>
  createPacer({ now: () => Date.now(), reserve: 0, ...options });

test('sixty go at once, then six a second', async () => {
  const admittedAt = enter(pacerOf(), 'interactive', 72);
  await vi.advanceTimersByTimeAsync(0);
  expect(admittedAt).toHaveLength(60);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(admittedAt).toHaveLength(66);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(admittedAt).toHaveLength(72);
});

test('a pause fills the bucket again, and never beyond its size', async () => {
  const pacer = pacerOf();
  enter(pacer, 'interactive', 60);
  await vi.advanceTimersByTimeAsync(3_600_000);
  const admittedAt = enter(pacer, 'interactive', 61);
  await vi.advanceTimersByTimeAsync(0);
  expect(admittedAt).toHaveLength(60);
});

test('people come before background work that waits longer', async () => {
  const pacer = pacerOf({ capacity: 1 });
  enter(pacer, 'interactive', 1);
  const background = enter(pacer, 'background', 3);
  const people = enter(pacer, 'interactive', 2);
  await vi.advanceTimersByTimeAsync(340);
  expect([people.length, background.length]).toEqual([2, 0]);
  await vi.advanceTimersByTimeAsync(510);
  expect(background).toHaveLength(3);
});

test('background work leaves places for people free', async () => {
  const pacer = pacerOf({ reserve: 10 });
  const background = enter(pacer, 'background', 60);
  await vi.advanceTimersByTimeAsync(0);
  expect(background).toHaveLength(50);
  const people = enter(pacer, 'interactive', 10);
  await vi.advanceTimersByTimeAsync(0);
  expect(people).toHaveLength(10);
});

test('what the platform says is left counts, if it is less', async () => {
  const pacer = pacerOf();
  enter(pacer, 'interactive', 1);
  await vi.advanceTimersByTimeAsync(0);
  pacer.leave(2);
  const admittedAt = enter(pacer, 'interactive', 5);
  await vi.advanceTimersByTimeAsync(0);
  expect(admittedAt).toHaveLength(2);
});

test('what the platform says is left never raises our own count', async () => {
  const pacer = pacerOf({ capacity: 2 });
  enter(pacer, 'interactive', 2);
  await vi.advanceTimersByTimeAsync(0);
  pacer.leave(60);
  const admittedAt = enter(pacer, 'interactive', 1);
  await vi.advanceTimersByTimeAsync(0);
  expect(admittedAt).toHaveLength(0);
});

test('who gives up waiting takes nobody’s place', async () => {
  const pacer = pacerOf({ capacity: 1 });
  enter(pacer, 'interactive', 1);
  const impatient = new AbortController();
  const admitted = pacer.enter('interactive', impatient.signal);
  const patient = enter(pacer, 'interactive', 1);
  impatient.abort();
  expect(await admitted).toBe(false);
  await vi.advanceTimersByTimeAsync(170);
  expect(patient).toHaveLength(1);
});
