import { dayAt, timeAt } from './calendar.ts';
import { demoGymKeys, demoGyms, demoTimeZone } from './demo-gyms.ts';
import type { DemoMember } from './demo-member.ts';
import { createRandom } from './random.ts';
import { type DemoVisit, isEntitledOn } from './visit-history.ts';

/** Whoever came earlier has left. */
const longestStayMs = 150 * 60_000;

/** Who is in when the demo starts: each came today, and none of them holds a demo card. */
export function inventMembersIn(
  seed: number,
  members: readonly DemoMember[],
  now: Date,
): (DemoVisit & { checkedOutAt: null })[] {
  const today = dayAt(now, demoTimeZone);
  const earliestMs = Math.max(now.getTime() - longestStayMs, timeAt(today, demoTimeZone).getTime());
  return demoGymKeys.flatMap((gym) => {
    const random = createRandom(seed, `members in ${gym}`);
    const suited = members.filter(
      (member) =>
        member.gym === gym && !member.isNamed && member.visitsPerWeek > 0 && isEntitledOn(member, today.toString()),
    );
    return random.sample(suited, demoGyms[gym].membersIn).map(({ accountId }) => ({
      accountId,
      gym,
      checkedInAt: new Date(random.integer(earliestMs, now.getTime())),
      checkedOutAt: null,
    }));
  });
}
