import 'server-only';
import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { admissions } from '#lib/server/db/schema/admissions.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import { corporateType } from '#lib/server/directory/member.ts';
import { selectStays } from '#lib/server/stays/select-stays.ts';
import type { StayPeriod } from '#lib/server/stays/stay-edges.ts';
import { hourMs } from '#shared/calendar/durations.ts';

/** An admission so long before the turnstile is still one for this visit where that at the desk was undone or lost. */
const shortlyBefore = sql`interval '15 minutes'`;

/**
 * The visits of corporate members that began at a turnstile or in an app, with `at` and `account_id`. Only the platform knows whether it
 * admitted them there; the counter did not ask, because they were in already.
 *
 * - Left out: a visit during which the counter asked nevertheless, because it heard of the turnstile too late.
 * - Kept: a visit close to another one for which the counter asked, because that admission belongs to the other visit.
 * - An admission whose visit was undone or is missing counts for the first stay after it.
 *
 * A member counts as corporate by today's membership, not by that of the day.
 */
export function cameElsewhere(
  db: Queryable,
  { location, from, to }: Pick<StayPeriod, 'location' | 'from' | 'to'>,
): SQL {
  const { locationId, accountId, kind, at } = elsewhereEvents;
  const isMember = and(eq(members.locationId, locationId), eq(members.accountId, accountId));
  // in most gyms nobody: then the statement costs no more than without this part
  const came = db
    .select({ accountId })
    .from(elsewhereEvents)
    .innerJoin(members, and(isMember, eq(members.membershipType, corporateType)))
    .where(and(eq(locationId, location.id), eq(kind, 'checkIn'), gte(at, from), lt(at, to)));
  // a stay that began before the period may last into it
  const read = new Date(from.getTime() - location.longestStayH * hourMs);
  const stays = followed(db, selectStays(db, { location, from: read, to, isWanted: (id) => inArray(id, came) }));
  return sql`select ${stays.beganAt} as at, ${stays.accountId} as account_id
    from ${stays}
    where ${gte(stays.beganAt, from)} and ${stays.inAt} is not null and ${stays.inTapId} is null
      and not exists (select from ${visits} where ${visits.locationId} = ${location.id}
        and ${visits.accountId} = ${stays.accountId} and ${visits.kind} = 'checkIn' and ${visits.state} <> 'undone'
        and ${visits.tappedAt} between ${stays.beganAt} and ${stays.insideUntil})
      and not exists (select from ${admissions} where ${admissions.locationId} = ${location.id}
        and ${admissions.accountId} = ${stays.accountId}
        and ${admissions.at} between greatest(${stays.beganAt} - ${shortlyBefore}, ${stays.previousUntil}) and ${stays.insideUntil}
        and not exists (select from ${visits} where ${visits.locationId} = ${location.id}
          and ${visits.tapId} = ${admissions.tapId} and ${visits.kind} = 'checkIn' and ${visits.state} <> 'undone'
          and ${visits.tappedAt} not between ${stays.beganAt} and ${stays.insideUntil}))`;
}

/** With the end of the member's stay before each. @returns a subquery */
function followed(db: Queryable, stays: ReturnType<typeof selectStays>) {
  const { accountId, beganAt, inAt, inTapId, insideUntil } = stays;
  const previousUntil = sql<Date | null>`lag(${insideUntil}) over (partition by ${accountId} order by ${beganAt})`;
  return db
    .select({ accountId, beganAt, inAt, inTapId, insideUntil, previousUntil: previousUntil.as('previous_until') })
    .from(stays)
    .as('followed');
}
