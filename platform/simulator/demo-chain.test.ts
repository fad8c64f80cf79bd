import { describe, expect, it } from 'vitest';
import { latestEndDate } from '#contracts/v2/products.ts';
import { taskRequest } from '#contracts/v2/tasks.ts';
import { generateDemoChain } from './demo-chain.ts';
import { demoGymKeys, demoGyms } from './demo-gyms.ts';
import type { DemoMember } from './demo-member.ts';
import { berlinDay, berlinHour, daysBetween, trickyMoments } from './testing/berlin.ts';

const now = new Date('2026-11-20T19:41:07Z');
const today = berlinDay(now);
const demo = generateDemoChain({ seed: 1, now });
const memberById = new Map(demo.members.map((member) => [member.accountId, member]));
const memberOf = (accountId: string): DemoMember => {
  const member = memberById.get(accountId);
  if (!member) throw new Error('No such member.');
  return member;
};
const without = <T>(values: readonly T[], isFine: (value: T) => boolean) => values.filter((value) => !isFine(value));

describe('the same seed and time', () => {
  it('produce the same data', () => {
    expect(generateDemoChain({ seed: 1, now })).toEqual(demo);
  });

  it('produce other data with another seed, except for the demo cards', () => {
    const other = generateDemoChain({ seed: 2, now });
    expect(other.members.map(({ email }) => email)).not.toEqual(demo.members.map(({ email }) => email));
    expect(other.visits).not.toEqual(demo.visits);
    const named = ({ members }: typeof demo) =>
      members.flatMap(({ holdsDemoCard, membershipId, lastName, cards }) =>
        holdsDemoCard ? { membershipId, lastName, cards } : [],
      );
    expect(named(other)).toEqual(named(demo));
    expect(other.cards).toEqual(demo.cards);
  });
});

describe('visits', () => {
  it('are few enough to be written quickly', () => {
    const events = demo.visits.length + demo.visits.filter(({ checkedOutAt }) => checkedOutAt).length;
    expect(events).toBeGreaterThan(15_000);
    expect(events).toBeLessThanOrEqual(30_000);
  });

  it('lie within eight weeks, in opening hours, and have ended unless the member is in', () => {
    const isFine = ({ checkedInAt, checkedOutAt }: (typeof demo.visits)[number]) =>
      daysBetween(berlinDay(checkedInAt), today) <= 56 &&
      berlinHour(checkedInAt) >= 6 &&
      (checkedOutAt === null || (checkedInAt < checkedOutAt && checkedOutAt <= now));
    expect(without(demo.visits, isFine)).toEqual([]);
  });

  it('are busiest in the evening on weekdays and in the morning at weekends', () => {
    const arrivals = (isMeant: (dayOfWeek: number) => boolean, from: number, to: number) =>
      demo.visits.filter(({ checkedInAt }) => {
        const hour = berlinHour(checkedInAt);
        return isMeant(new Date(berlinDay(checkedInAt)).getUTCDay()) && hour >= from && hour < to;
      }).length;
    const isWeekend = (dayOfWeek: number) => dayOfWeek === 0 || dayOfWeek === 6;
    const isWeekday = (dayOfWeek: number) => !isWeekend(dayOfWeek);
    expect(arrivals(isWeekday, 17, 20)).toBeGreaterThan(2 * arrivals(isWeekday, 12, 15));
    expect(arrivals(isWeekend, 9, 12)).toBeGreaterThan(1.2 * arrivals(isWeekend, 15, 18));
  });

  it('are only of members whose contract and entitlement held that day', () => {
    const isWithin = (day: string, start: string, end: string | null) => start <= day && (end === null || day <= end);
    const isFine = ({ accountId, gym, checkedInAt }: (typeof demo.visits)[number]) => {
      const { startOfContract, endOfContract, entitlement } = memberOf(accountId);
      const day = berlinDay(checkedInAt);
      if (!isWithin(day, startOfContract, endOfContract)) return false;
      if (!entitlement) return true;
      const { startsOn, endsOn, plus1 } = entitlement;
      return demoGyms[gym].corporateNetwork && !plus1 && isWithin(day, startsOn, endsOn);
    };
    expect(without(demo.visits, isFine)).toEqual([]);
  });

  it('of a corporate member each have their admission', () => {
    const corporate = demo.visits.filter(({ accountId }) => memberOf(accountId).membershipType === 'CORPORATE_FITNESS');
    expect(demo.admissions.map(({ accountId, admittedAt }) => [accountId, admittedAt])).toEqual(
      corporate.map(({ accountId, checkedInAt }) => [accountId, checkedInAt]),
    );
    expect(corporate.length).toBeGreaterThan(100);
  });

  it('include some at the other gym of the chain', () => {
    expect(demo.visits.filter(({ accountId, gym }) => memberOf(accountId).gym !== gym).length).toBeGreaterThan(50);
  });
});

describe('who is in', () => {
  it.each(trickyMoments)('at %s: 37 and 12, who came within two and a half hours, once today', (_, at) => {
    const { visits, members } = generateDemoChain({ seed: 3, now: at });
    const isIn = visits.filter(({ checkedOutAt }) => checkedOutAt === null);
    expect(demoGymKeys.map((gym) => isIn.filter((visit) => visit.gym === gym).length)).toEqual([37, 12]);

    const isRecent = (cameAt: Date) => cameAt <= at && at.getTime() - cameAt.getTime() <= 150 * 60_000;
    expect(
      without(isIn, ({ checkedInAt }) => isRecent(checkedInAt) && berlinDay(checkedInAt) === berlinDay(at)),
    ).toEqual([]);

    const hereToday = visits.filter(({ checkedInAt }) => berlinDay(checkedInAt) === berlinDay(at));
    const idsIn = new Set(isIn.map(({ accountId }) => accountId));
    expect(hereToday.filter(({ accountId }) => idsIn.has(accountId))).toHaveLength(49);

    const named = new Set(members.filter(({ holdsDemoCard }) => holdsDemoCard).map(({ accountId }) => accountId));
    expect(hereToday.filter(({ accountId }) => named.has(accountId))).toEqual([]);
  });

  it('others were here earlier today', () => {
    const earlier = demo.visits.filter((visit) => visit.checkedOutAt && berlinDay(visit.checkedInAt) === today);
    expect(earlier.length).toBeGreaterThan(50);
  });
});

describe('bookings and tasks', () => {
  it('bookings run, or start soon, and end within the platform’s limit', () => {
    expect(demo.bookings.length).toBeGreaterThan(500);
    const isFine = ({ startDate, endDate }: (typeof demo.bookings)[number]) =>
      startDate <= endDate && today < endDate && endDate <= latestEndDate;
    expect(without(demo.bookings, isFine)).toEqual([]);
    expect(new Set(demo.bookings.map(({ accountId, product }) => `${accountId} ${product}`)).size).toBe(
      demo.bookings.length,
    );
  });

  it('tasks are valid for the platform, created and completed by trainers of the gym', () => {
    expect(without(demo.tasks, (task) => taskRequest.safeParse({ ...task, completed: true }).success)).toEqual([]);
    for (const { gym, authorId, completed, createdAt } of demo.tasks) {
      for (const accountId of [authorId, completed?.completerId ?? authorId]) {
        expect(memberOf(accountId)).toMatchObject({ trainer: true, gym });
      }
      const lastTouched = completed?.at ?? now;
      expect(createdAt <= lastTouched && lastTouched <= now).toBe(true);
    }
  });

  it('some members who are in have open tasks', () => {
    const idsIn = new Set(demo.visits.flatMap((visit) => (visit.checkedOutAt ? [] : visit.accountId)));
    const waiting = demo.tasks.filter(({ completed, targetId }) => !completed && idsIn.has(targetId));
    expect(demoGymKeys.map((gym) => waiting.filter((task) => task.gym === gym).length)).toEqual([9, 3]);
  });
});
