import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { exportTypes } from '#contracts/export/events.ts';
import { batchesOf } from '#platform/services/training/copy.ts';
import { isEventIdOf } from '#platform/services/training/event-id.ts';
import type { TrainingEventOf } from '#platform/services/training/training-event.ts';
import { inventTraining, type TrainingPlan } from './invented-training.ts';
import { createRandom } from './random.ts';
import type { TrainingPerson } from './training-person.ts';

const peopleOf = (count: number, changes: Partial<TrainingPerson> = {}): TrainingPerson[] => {
  const random = createRandom(1, 'people');
  return Array.from({ length: count }, () => ({
    accountId: random.uuid(),
    isGuest: false,
    isStaff: false,
    startsOn: '2020-01-01',
    endsOn: null,
    ...changes,
  }));
};
const plan = (changes: Partial<TrainingPlan> = {}): TrainingPlan => ({
  seed: 7,
  timeZone: 'Europe/Berlin',
  firstDay: '2025-01-01',
  lastDay: '2025-12-31',
  people: peopleOf(100),
  ...changes,
});
const eventsOf = (changes: Partial<TrainingPlan> = {}) => [...inventTraining(plan(changes))];
const hourInBerlin = new Intl.DateTimeFormat('de', { hour: 'numeric', hourCycle: 'h23', timeZone: 'Europe/Berlin' });
const assessmentsOf = (events: ReturnType<typeof eventsOf>) =>
  events.filter(
    (event): event is TrainingEventOf<'SMART_STRENGTH_ASSESSMENTS'> => event.type === 'SMART_STRENGTH_ASSESSMENTS',
  );

async function copiedBytes(changes: Partial<TrainingPlan> = {}): Promise<string> {
  const hash = createHash('sha256');
  for await (const { rows } of batchesOf(inventTraining(plan(changes)), 5_000)) {
    for (const type of exportTypes) hash.update(type).update(rows.get(type)?.join('') ?? '');
  }
  return hash.digest('hex');
}

test('the copied bytes are deterministic for the seed, people and days, and differ for another seed', async () => {
  const first = await copiedBytes();
  expect(await copiedBytes()).toBe(first);
  expect(await copiedBytes({ seed: 8 })).not.toBe(first);
});

test('a day is the same regardless of the other requested days and people', () => {
  const people = peopleOf(100);
  const isIn = new Set(people.slice(20, 40).map(({ accountId }) => accountId));
  const wide = eventsOf({ people }).filter(
    ({ accountId, occurredAt }) =>
      isIn.has(accountId) && occurredAt >= new Date('2025-03-09T23:00Z') && occurredAt < new Date('2025-03-19T23:00Z'),
  );
  const narrow = eventsOf({ people: people.slice(20, 40), firstDay: '2025-03-10', lastDay: '2025-03-19' });
  expect(narrow.length).toBeGreaterThan(0);
  expect(narrow).toEqual(wide);
});

test('all four kinds occur, each event with a unique id that contains its time', () => {
  const events = eventsOf();
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(exportTypes));
  expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length);
  for (const { eventId, occurredAt } of events.slice(0, 2_000)) expect(isEventIdOf(eventId, occurredAt)).toBe(true);
});

test('people train while the gym is open, more in January than in August', () => {
  const events = eventsOf();
  const hours = new Set(events.map(({ occurredAt }) => Number.parseInt(hourInBerlin.format(occurredAt), 10)));
  expect(Math.min(...hours)).toBeGreaterThanOrEqual(6);
  expect(Math.max(...hours)).toBeLessThanOrEqual(22);
  const inMonth = (month: string) =>
    events.filter(({ occurredAt }) => occurredAt.toISOString().slice(5, 7) === month).length;
  expect(inMonth('01')).toBeGreaterThan(inMonth('08') * 1.4);
});

test('every person has preferred days', () => {
  const days = new Map<string, number[]>();
  for (const { type, accountId, occurredAt } of eventsOf()) {
    if (type !== 'SMART_STRENGTH_WORKOUTS') continue;
    const counts = days.get(accountId) ?? Array(7).fill(0);
    counts[occurredAt.getUTCDay()] = (counts[occurredAt.getUTCDay()] ?? 0) + 1;
    days.set(accountId, counts);
  }
  const shares = [...days.values()].map((counts) => {
    const sorted = counts.toSorted((a, b) => b - a);
    return sorted.slice(0, 4).reduce((a, b) => a + b) / sorted.reduce((a, b) => a + b);
  });
  expect(shares.reduce((a, b) => a + b) / shares.length).toBeGreaterThan(0.7);
});

test('a beginner’s strength grows fast at first and ever slower', () => {
  const assessments = assessmentsOf(eventsOf({ people: peopleOf(400, { startsOn: '2025-01-01' }) }));
  const meanIn = (from: string, until: string) => {
    const measured = assessments.flatMap(({ occurredAt, strengthKg }) => {
      const day = occurredAt.toISOString().slice(0, 10);
      return strengthKg !== null && day >= from && day < until ? [strengthKg] : [];
    });
    return measured.reduce((a, b) => a + b) / measured.length;
  };
  const [start, spring, summer, winter] = [
    meanIn('2025-01-01', '2025-02-01'),
    meanIn('2025-04-01', '2025-06-01'),
    meanIn('2025-07-01', '2025-09-01'),
    meanIn('2025-11-01', '2026-01-01'),
  ];
  expect(spring).toBeGreaterThan(start * 1.08);
  expect(winter).toBeGreaterThan(start * 1.15);
  expect(winter - summer).toBeLessThan(spring - start);
});

test('some are injured and pause for weeks', () => {
  const days = new Map<string, Set<number>>();
  for (const { accountId, occurredAt } of eventsOf()) {
    const known = days.get(accountId) ?? new Set();
    days.set(accountId, known.add(Math.floor(occurredAt.getTime() / 86_400_000)));
  }
  const keen = [...days.values()].filter((trained) => trained.size > 70);
  const longest = keen.map((trained) => {
    const sorted = [...trained].sort((a, b) => a - b);
    return Math.max(...sorted.slice(1).map((day, index) => day - (sorted[index] ?? day)));
  });
  expect(keen.length).toBeGreaterThan(20);
  expect(longest.filter((pause) => pause >= 21).length).toBeGreaterThan(0);
  expect(longest.filter((pause) => pause < 21).length).toBeGreaterThan(0);
});

test('members train only during their contract, and guests rarely', () => {
  const contracted = eventsOf({ people: peopleOf(50, { startsOn: '2025-05-10', endsOn: '2025-05-20' }) });
  const days = contracted.map(({ occurredAt }) => occurredAt.toISOString().slice(0, 10));
  expect(days.filter((day) => day < '2025-05-10' || day > '2025-05-20')).toEqual([]);
  expect(days.length).toBeGreaterThan(0);
  const guests = eventsOf({ people: peopleOf(100, { isGuest: true }) });
  expect(guests.length).toBeLessThan(eventsOf().length / 4);
  const ofGuests = guests.flatMap((event) => (event.type === 'SMART_STRENGTH_WORKOUTS' ? [event.isGuest] : []));
  expect(new Set(ofGuests)).toEqual(new Set([true]));
});
