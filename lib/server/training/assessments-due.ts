import 'server-only';
import { sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { trainings } from '#lib/server/db/schema/training.ts';
import { displayNameOf } from '#lib/wire/names/person-name.ts';
import type { Days } from '#lib/wire/stays.ts';
import { type AssessmentsDue, type DueChoice, trainedWithinDays } from '#lib/wire/training-report.ts';
import { dayOf, startOfDay } from '#shared/calendar/day-in-zone.ts';
import { daysLater } from '#shared/calendar/days.ts';
import { knownDays } from './known-days.ts';
import { longestAgoDays } from './read-last.ts';

interface Row extends Record<string, unknown> {
  accountId: string;
  membershipId: string | null;
  firstName: string | null;
  lastName: string | null;
  testedAt: Date | string | null;
  trainedAt: Date | string;
  workouts: number;
  total: number;
}

/**
 * Members who train on machines and whose strength was last tested longer ago than the chosen weeks. Those of whom no test is known
 * are among them only once tests have been known for that long.
 * @param limit the most members to list; without one, all of them
 * @returns null where workouts or assessments are not known, or were not read of late
 */
export async function readAssessmentsDue(
  { desk: { db, clock }, actor: { location } }: LocationContext<Pick<DeskContext, 'db' | 'clock'>>,
  { weeks, limit }: DueChoice & { limit?: number },
): Promise<AssessmentsDue | null> {
  const { id, timeZone } = location;
  const [tests, workouts] = await Promise.all(
    (['assessments', 'workouts'] as const).map((dataSet) => knownDays(db, { location, dataSet, now: clock() })),
  );
  const today = dayOf(clock(), timeZone);
  // whoever was tested since would be listed
  const isCurrent = (days: Days | null | undefined): days is Days =>
    !!days && days.until >= daysLater(today, -1 - longestAgoDays);
  if (!isCurrent(tests) || !isCurrent(workouts)) return null;
  const lastDue = daysLater(today, -7 * weeks);
  const countsUnknown = tests.from <= lastDue;
  const moment = (day: string) => sql`${startOfDay(day, timeZone).toISOString()}::timestamptz`;
  const { rows } = await db.execute<Row>(sql`
    with trained as (
      select ${trainings.accountId} as account_id, max(${trainings.at}) as trained_at, count(*)::int as workouts
      from ${trainings}
      where ${trainings.locationId} = ${id} and ${trainings.dataSet} = 'workouts'
        and ${trainings.at} >= ${moment(daysLater(today, -trainedWithinDays))}
      group by ${trainings.accountId}
    )
    select ${members.accountId} as "accountId", ${members.membershipId} as "membershipId", ${members.firstName} as "firstName",
      ${members.lastName} as "lastName", tested_at as "testedAt", trained_at as "trainedAt", workouts,
      (count(*) over ())::int as total
    from trained
    join ${members} on ${members.locationId} = ${id} and ${members.accountId} = trained.account_id and ${members.absentAt} is null
    left join lateral (
      select ${trainings.at} as tested_at from ${trainings}
      where ${trainings.locationId} = ${id} and ${trainings.accountId} = trained.account_id and ${trainings.dataSet} = 'assessments'
      order by ${trainings.at} desc limit 1
    ) as test on true
    where case when tested_at is null then ${countsUnknown}::boolean else tested_at < ${moment(daysLater(lastDue, 1))} end
    order by tested_at nulls first, ${members.searchName}, ${members.accountId}
    limit ${limit ?? null}::int`);
  const iso = (at: Date | string) => new Date(at).toISOString();
  return {
    timeZone,
    since: tests.from,
    countsUnknown,
    total: rows[0]?.total ?? 0,
    members: rows.map(({ total: _, firstName, lastName, testedAt, trainedAt, ...row }) => ({
      ...row,
      displayName: displayNameOf({ ...row, firstName, lastName }),
      testedAt: testedAt && iso(testedAt),
      trainedAt: iso(trainedAt),
    })),
  };
}
