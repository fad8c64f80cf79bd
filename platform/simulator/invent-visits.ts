import type { Temporal } from 'temporal-polyfill';
import { arrivalHours } from './arrival-hours.ts';
import { clubDay, midnightOf, timeAt } from './calendar.ts';
import { type DemoGymKey, demoGymKeys } from './demo-gyms.ts';
import type { DemoMember } from './demo-member.ts';
import { createRandom, type Random } from './random.ts';

export interface DemoVisit {
  accountId: string;
  gym: DemoGymKey;
  checkedInAt: Date;
  /** Null while the member is in. */
  checkedOutAt: Date | null;
}

const daysAtStart = 56;
const allDays = 90;
const minuteMs = 60_000;

interface OpenDay {
  day: string;
  /** Start of each hour in which members arrive, epoch milliseconds, with its weight. */
  hours: readonly (readonly [weight: number, startsAtMs: number])[];
}

/** Finished visits of the last eight weeks up to `now`. A member who is in now was not there earlier today. */
export function inventVisitHistory(
  seed: number,
  members: readonly DemoMember[],
  now: Date,
  membersIn: ReadonlySet<string>,
): DemoVisit[] {
  const today = clubDay(now);
  const days = openDays(today, 0, daysAtStart);
  return members
    .flatMap((member) => {
      const isAwayToday = member.holdsDemoCard || membersIn.has(member.accountId);
      return visitsOn(days, createRandom(seed, `visits ${member.membershipId}`), member).filter(
        ({ day, visit }) => visit.checkedOutAt <= now && !(isAwayToday && day === today.toString()),
      );
    })
    .map(({ visit }) => visit);
}

/** Visits of the earlier days, back to the ninetieth: too many for the start of the demo. */
export function inventEarlierVisits(seed: number, members: readonly DemoMember[], now: Date): DemoVisit[] {
  const days = openDays(clubDay(now), daysAtStart + 1, allDays);
  return members
    .flatMap((member) => visitsOn(days, createRandom(seed, `earlier visits ${member.membershipId}`), member))
    .map(({ visit }) => visit);
}

/** The days in this distance before today, the latest first. */
const openDays = (today: Temporal.PlainDate, from: number, to: number): OpenDay[] =>
  Array.from({ length: to - from + 1 }, (_, index) => openDay(today.subtract({ days: from + index })));

function visitsOn(days: readonly OpenDay[], random: Random, member: DemoMember) {
  return days.flatMap(({ day, hours }) => {
    if (!random.chance(member.visitsPerWeek / 7)) return [];
    const visit = inventVisit(random, member, hours);
    return isEntitledOn(member, day) ? [{ day, visit }] : [];
  });
}

/** The boundary between the earlier visits and those of the start. */
export const earlierVisitsEnd = (now: Date): Date => midnightOf(clubDay(now).subtract({ days: daysAtStart }));

function openDay(day: Temporal.PlainDate): OpenDay {
  const hours = arrivalHours(day).flatMap((weight, hour) =>
    weight > 0 ? [[weight, timeAt(day, hour).getTime()] as const] : [],
  );
  return { day: day.toString(), hours };
}

function inventVisit(random: Random, member: DemoMember, hours: OpenDay['hours']) {
  const checkedInMs = random.pickWeighted(hours) + random.integer(0, 3_599) * 1000;
  return {
    accountId: member.accountId,
    gym: inventPlace(random, member),
    checkedInAt: new Date(checkedInMs),
    checkedOutAt: new Date(checkedInMs + random.integer(35, 110) * minuteMs),
  };
}

function inventPlace(random: Random, { gym, membershipSubType }: DemoMember): DemoGymKey {
  return membershipSubType === 'All gyms' && random.chance(0.3) ? random.pick(demoGymKeys) : gym;
}

/** Whether reception admits the member on this day without a question. */
export function isEntitledOn(member: DemoMember, day: string): boolean {
  const isWithin = (start: string, end: string | null) => start <= day && (end === null || day <= end);
  if (!isWithin(member.startOfContract, member.endOfContract)) return false;
  if (member.membershipType !== 'CORPORATE_FITNESS') return true;
  return (
    member.entitlement !== null &&
    !member.entitlement.plus1 &&
    isWithin(member.entitlement.startsOn, member.entitlement.endsOn)
  );
}
