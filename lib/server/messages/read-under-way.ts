import 'server-only';
import { and, count, eq, gt, isNotNull, min } from 'drizzle-orm';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { memberMessages } from '#lib/server/db/schema/member-messages.ts';
import { type MessagesUnderWay, unsureShownH } from '#lib/wire/messages.ts';
import { hourMs } from '#shared/calendar/durations.ts';

/** What the user can still undo, and what has met trouble. */
export async function readUnderWay(context: StaffContext): Promise<MessagesUnderWay> {
  const { desk, actor, staff } = context;
  const { locationId, staffId, sendingId, state, nextAttemptAt } = memberMessages;
  const now = desk.clock();
  const isHere = eq(locationId, actor.location.id);
  const [held, waiting, unsure] = await Promise.all([
    desk.db
      .select({ sendingId, count: count(), until: min(nextAttemptAt) })
      .from(memberMessages)
      .where(
        and(isHere, eq(staffId, staff.id), eq(state, 'held'), isNotNull(sendingId), gt(nextAttemptAt, new Date(now))),
      )
      .groupBy(sendingId)
      .orderBy(min(nextAttemptAt)),
    desk.db.$count(memberMessages, and(isHere, eq(state, 'waiting'))),
    countUnsure(context),
  ]);
  return {
    held: held.flatMap((one) =>
      one.sendingId && one.until
        ? [{ sendingId: one.sendingId, count: one.count, undoMs: one.until.getTime() - now }]
        : [],
    ),
    waiting,
    unsure,
  };
}

/** How many messages of the last day may have arrived. */
export const countUnsure = ({ desk: { db, clock }, actor }: LocationContext): Promise<number> =>
  db.$count(
    memberMessages,
    and(
      eq(memberMessages.locationId, actor.location.id),
      eq(memberMessages.state, 'unsure'),
      gt(memberMessages.postedAt, new Date(clock() - unsureShownH * hourMs)),
    ),
  );
