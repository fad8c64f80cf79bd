import 'server-only';
import { and, desc, eq, gte, inArray, isNotNull, isNull, lt, notInArray, type SQL, sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { firstDayOf, isOwnMember, lastDayOf } from '#lib/server/contracts/contract-days.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { type MemberMessage, memberMessages } from '#lib/server/db/schema/member-messages.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { staff } from '#lib/server/db/schema/staff.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { isPhotoOfMember, knownMemberColumns } from '#lib/server/directory/directory.ts';
import { summarise } from '#lib/server/directory/member.ts';
import { readKnownSince } from '#lib/server/stays/known-since.ts';
import { readRhythms } from '#lib/server/stays/member-visits.ts';
import { selectEvents } from '#lib/server/stays/select-events.ts';
import { openTasksOf } from '#lib/server/tasks/read-tasks.ts';
import {
  type InactiveChoice,
  type InactiveMember,
  type InactiveMembers,
  inactiveChoices,
  type LastMessage,
  longestInactiveDays,
  type MessageProgress,
  timesUsual,
} from '#lib/wire/inactive-members.ts';
import { dayOf, startOfDay } from '#shared/calendar/club-day.ts';
import { daysBetween, daysLater } from '#shared/calendar/days.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { taskIdOf } from './task-id.ts';

/**
 * The members of this gym with a running contract who came in the last 120 days, but not in the last `days`, with their usual
 * rhythm and the last message to them.
 */
export async function readInactive(
  { desk: { db, clock }, actor: { location } }: LocationContext,
  { days }: { days: InactiveChoice },
): Promise<InactiveMembers> {
  const now = clock();
  const today = dayOf(now, location.timeZone);
  const away = await selectAway(db, { location, now, today });
  const all = away.map((member) => ({
    ...member,
    daysAway: daysBetween(dayOf(member.lastAt.getTime(), location.timeZone), today),
  }));
  const isAwayFor = (choice: InactiveChoice) => (member: { daysAway: number }) => member.daysAway >= Number(choice);
  const chosen = all.filter(isAwayFor(days));
  const accountIds = chosen.map(({ accountId }) => accountId);
  const [since, rhythms, messages] = await Promise.all([
    readKnownSince(db, location),
    readRhythms(db, { location, accountIds }),
    readLastMessages(db, { locationId: location.id, accountIds, now }),
  ]);
  return {
    readAt: new Date(now).toISOString(),
    today,
    since,
    counts: countsOf((choice) => all.filter(isAwayFor(choice)).length),
    members: chosen
      .map(({ lastAt, daysAway, openTasks, ...member }): InactiveMember => {
        const rhythm = rhythms.get(member.accountId);
        return {
          ...summarise(location.id, member),
          lastVisitAt: lastAt.toISOString(),
          taskId: taskIdOf({ locationId: location.id, accountId: member.accountId, lastAt }),
          ...{ daysAway, openTasks },
          usualGapDays: rhythm?.medianGapDays ?? null,
          visitDays: rhythm?.visitDays ?? 1,
          message: messages.get(member.accountId) ?? null,
        };
      })
      .sort(byRhythm),
  };
}

const countsOf = (count: (choice: InactiveChoice) => number): InactiveMembers['counts'] => {
  const [shortest, middle, longest] = inactiveChoices;
  return { [shortest]: count(shortest), [middle]: count(middle), [longest]: count(longest) };
};

function byRhythm(one: InactiveMember, other: InactiveMember): number {
  const times = (timesUsual(other) ?? 0) - (timesUsual(one) ?? 0);
  return times || other.daysAway - one.daysAway || one.displayName.localeCompare(other.displayName);
}

interface Asked {
  location: Location;
  now: number;
  today: string;
}

/** Those whose last visit was on a day from 120 to 14 days ago. */
function selectAway(db: Queryable, { location, now, today }: Asked) {
  const from = startOfDay(daysLater(today, -longestInactiveDays), location.timeZone);
  const until = startOfDay(daysLater(today, 1 - Number(inactiveChoices[0])), location.timeZone);
  const events = selectEvents(db, { locationId: location.id, from, to: new Date(now + 1) });
  const lastAt = sql<Date>`max(${events.at})`.mapWith(visits.tappedAt).as('last_at');
  const came = db
    .select({ accountId: sql<string>`${events.accountId}`.as('visits_of'), lastAt })
    .from(events)
    .where(and(eq(events.kind, 'checkIn'), isNotNull(events.accountId)))
    .groupBy(events.accountId)
    .having(lt(sql`max(${events.at})`, until))
    .as('came');
  return db
    .select({ ...knownMemberColumns, lastAt: came.lastAt, openTasks: openTasksOf(location.id, members.accountId) })
    .from(members)
    .innerJoin(came, eq(came.accountId, members.accountId))
    .leftJoin(photos, isPhotoOfMember)
    .where(isRunning(location, today));
}

/**
 * SQL condition: the member is of this gym itself, as far as the desk has read which ones are, and their contract or corporate
 * fitness runs today.
 */
function isRunning(location: Location, today: string): SQL | undefined {
  return and(
    isNull(members.absentAt),
    isOwnMember(location.id),
    sql`(${firstDayOf(location)} > ${today}::date) is not true`,
    sql`(${lastDayOf(location)} < ${today}::date) is not true`,
  );
}

interface Recipients {
  locationId: string;
  accountIds: readonly string[];
  now: number;
}

async function readLastMessages(
  db: Queryable,
  { locationId, accountIds, now }: Recipients,
): Promise<ReadonlyMap<string, LastMessage>> {
  if (accountIds.length === 0) return new Map();
  const { accountId, pressedAt, state } = memberMessages;
  const rows = await db
    .selectDistinctOn([accountId], { accountId, pressedAt, state, by: staff.name })
    .from(memberMessages)
    .leftJoin(staff, eq(staff.id, memberMessages.staffId))
    .where(
      and(
        eq(memberMessages.locationId, locationId),
        inArray(accountId, [...accountIds]),
        gte(pressedAt, new Date(now - longestInactiveDays * dayMs)),
        notInArray(state, ['undone', 'dismissed']),
      ),
    )
    .orderBy(accountId, desc(pressedAt));
  return new Map(
    rows.map((row) => [
      row.accountId,
      { at: row.pressedAt.toISOString(), progress: progressOf(row.state), by: row.by },
    ]),
  );
}

function progressOf(state: MemberMessage['state']): MessageProgress {
  switch (state) {
    case 'held':
    case 'waiting':
    case 'sending':
      return 'waiting';
    case 'sent':
    case 'unsure':
      return state;
    case 'undone':
    case 'refused':
    case 'dismissed':
      return 'refused';
  }
}
