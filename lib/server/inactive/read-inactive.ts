import 'server-only';
import { and, desc, eq, gte, notInArray, sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { type MemberMessage, memberMessages } from '#lib/server/db/schema/member-messages.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { staff } from '#lib/server/db/schema/staff.ts';
import { isPhotoOfMember, knownMemberColumns } from '#lib/server/directory/directory.ts';
import { summarise } from '#lib/server/directory/member.ts';
import { readKnownSince } from '#lib/server/stays/known-since.ts';
import { type Rhythm, readRhythms } from '#lib/server/stays/member-visits.ts';
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
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { findAway } from './find-away.ts';
import { readTaskIds } from './read-task-ids.ts';

/**
 * The members of this gym with a running contract who came in the last 120 days, but not in the last `days`, with their usual
 * rhythm and the last message to them.
 * @param limit the most members to list; without one, all of them
 */
export function readInactive(
  { desk: { db, clock }, actor: { location } }: LocationContext,
  { days, limit }: { days: InactiveChoice; limit?: number },
): Promise<InactiveMembers> {
  const now = clock();
  const today = dayOf(now, location.timeZone);
  return db.transaction(
    async (tx) => {
      const all = await findAway(tx, { location, now, today });
      const isAwayFor = (choice: InactiveChoice) => (member: { daysAway: number }) => member.daysAway >= Number(choice);
      const chosen = await withRhythms(tx, location, all.filter(isAwayFor(days)));
      const listed = inOrder(chosen).slice(0, limit);
      const accountIds = listed.map(({ accountId }) => accountId);
      const profiles = await readProfiles(tx, location.id, accountIds);
      const taskIds = await readTaskIds(tx, { locationId: location.id, absences: listed });
      const messages = await readLastMessages(tx, { locationId: location.id, accountIds, now });
      return {
        readAt: new Date(now).toISOString(),
        today,
        since: await readKnownSince(tx, location),
        counts: countsOf((choice) => all.filter(isAwayFor(choice)).length),
        members: listed.flatMap(({ accountId, lastAt, daysAway, visitDays, medianGapDays }): InactiveMember[] => {
          const profile = profiles.get(accountId);
          const taskId = taskIds.get(accountId);
          if (!profile || !taskId) return [];
          const { openTasks, ...member } = profile;
          return [
            {
              ...summarise(location.id, member),
              lastVisitAt: lastAt.toISOString(),
              taskId,
              daysAway,
              openTasks,
              visitDays,
              usualGapDays: medianGapDays,
              message: messages.get(accountId) ?? null,
            },
          ];
        }),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

type Away = Awaited<ReturnType<typeof findAway>>[number];
type AwayMember = Away & Rhythm;

/** Counts the rhythms that are not stored. */
async function withRhythms(tx: Queryable, location: Location, members: readonly Away[]): Promise<AwayMember[]> {
  const uncounted = members.filter(({ visitDays }) => visitDays === null);
  const counted = await readRhythms(tx, { location, members: uncounted });
  return members.map((member) => ({ ...member, visitDays: member.visitDays ?? 1, ...counted.get(member.accountId) }));
}

const countsOf = (count: (choice: InactiveChoice) => number): InactiveMembers['counts'] => {
  const [shortest, middle, longest] = inactiveChoices;
  return { [shortest]: count(shortest), [middle]: count(middle), [longest]: count(longest) };
};

/** Those who break their rhythm most first, those without one last. */
function inOrder(members: readonly AwayMember[]): AwayMember[] {
  return members
    .map((member) => ({
      member,
      times: timesUsual({ daysAway: member.daysAway, usualGapDays: member.medianGapDays }) ?? 0,
    }))
    .sort(
      (one, other) =>
        other.times - one.times ||
        other.member.daysAway - one.member.daysAway ||
        Number(one.member.searchName > other.member.searchName) -
          Number(one.member.searchName < other.member.searchName),
    )
    .map(({ member }) => member);
}

async function readProfiles(tx: Queryable, locationId: string, accountIds: readonly string[]) {
  const rows = await tx
    .select({ ...knownMemberColumns, openTasks: openTasksOf(locationId, members.accountId) })
    .from(members)
    .leftJoin(photos, isPhotoOfMember)
    .where(
      and(eq(members.locationId, locationId), sql`${members.accountId} = any(${sql.param([...accountIds])}::text[])`),
    );
  return new Map(rows.map((row) => [row.accountId, row]));
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
  const { accountId, pressedAt, state } = memberMessages;
  const rows = await db
    .selectDistinctOn([accountId], { accountId, pressedAt, state, by: staff.name })
    .from(memberMessages)
    .leftJoin(staff, eq(staff.id, memberMessages.staffId))
    .where(
      and(
        eq(memberMessages.locationId, locationId),
        sql`${accountId} = any(${sql.param([...accountIds])}::text[])`,
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
