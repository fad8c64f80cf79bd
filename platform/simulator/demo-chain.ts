import { clubDay } from './calendar.ts';
import { admissionsOf, corporateIdsOf, type DemoAdmission } from './demo-admission.ts';
import type { DemoCard } from './demo-card.ts';
import { demoCards } from './demo-card-holders.ts';
import type { DemoMember } from './demo-member.ts';
import { inventMembers } from './demo-members.ts';
import { atOnce, type Parts } from './in-parts.ts';
import { type DemoVisit, inventVisitHistory } from './invent-visits.ts';
import { type DemoBooking, inventBookings } from './invented-booking.ts';
import { type DemoTask, inventTasks } from './invented-task.ts';
import { inventMembersIn } from './members-in.ts';
import { createRandom } from './random.ts';

export interface DemoChainData {
  members: readonly DemoMember[];
  /** Visits of members who are currently in come last. */
  visits: readonly DemoVisit[];
  admissions: readonly DemoAdmission[];
  bookings: readonly DemoBooking[];
  tasks: readonly DemoTask[];
  cards: readonly DemoCard[];
}

interface Origin {
  seed: number;
  now: Date;
}

/** The demo chain at `now`. It is deterministic: the same seed and time give the same data. */
export const generateDemoChain = (origin: Origin): DemoChainData => atOnce(partsOfDemoChain(origin));

/** The same, for a process that has other things to do meanwhile. */
export function* partsOfDemoChain({ seed, now }: Origin): Parts<DemoChainData> {
  const today = clubDay(now);
  const members = inventMembers(seed, today);
  yield;
  const membersIn = inventMembersIn(seed, members, now);
  const idsIn = new Set(membersIn.map(({ accountId }) => accountId));
  yield;
  const visits = [...inventVisitHistory(seed, members, now, idsIn), ...membersIn];
  yield;
  const admissions = admissionsOf(createRandom(seed, 'admissions'), corporateIdsOf(members), visits);
  const bookings = inventBookings(seed, members, today);
  yield;
  return {
    members,
    visits,
    admissions,
    bookings,
    tasks: inventTasks(seed, members, now, idsIn),
    cards: demoCards(today),
  };
}
