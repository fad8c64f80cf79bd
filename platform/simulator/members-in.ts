import { clubDay, midnightOf } from './calendar.ts';
import { type DemoGymKey, demoGymKeys, demoGyms } from './demo-gyms.ts';
import type { DemoMember } from './demo-member.ts';
import { type DemoVisit, isEntitledOn } from './invent-visits.ts';
import { longestStayMs } from './live-moves.ts';
import { createRandom, type Random } from './random.ts';

/** Members who are in when the demo starts. All came today, and none holds a demo card. */
export function inventMembersIn(seed: number, members: readonly DemoMember[], now: Date): DemoVisit[] {
  const today = clubDay(now).toString();
  return demoGymKeys.flatMap((gym) => {
    const expected = members.filter(
      (member) =>
        member.gym === gym && !member.holdsDemoCard && member.visitsPerWeek > 0 && isEntitledOn(member, today),
    );
    return fillGym(createRandom(seed, `members in ${gym}`), gym, expected, now);
  });
}

/** Takes as many of the expected members as the gym has in, each with a check-in of today. */
export function fillGym(
  random: Random,
  gym: DemoGymKey,
  expected: readonly Pick<DemoMember, 'accountId'>[],
  now: Date,
): DemoVisit[] {
  const midnight = midnightOf(clubDay(now));
  const earliestMs = Math.max(now.getTime() - longestStayMs, midnight.getTime());
  return random.sample(expected, demoGyms[gym].membersIn).map(({ accountId }) => ({
    accountId,
    gym,
    checkedInAt: new Date(random.integer(earliestMs, now.getTime())),
    checkedOutAt: null,
  }));
}
