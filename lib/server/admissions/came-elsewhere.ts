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
 * The visits of corporate members that began at a turnstile or in an app, with `at` and `account_id`: what has admitted them there, only
 * the platform knows, and the counter did not ask about somebody who was in already. Not those about which it did all the same, since it
 * heard of them late; but those beside which it asked about another visit, however close: an admission of which no visit is left is one for
 * the first stay after it. Who is a corporate member is as of today.
 */
export function cameElsewhere(
  db: Queryable,
  { location, from, to }: Pick<StayPeriod, 'location' | 'from' | 'to'>,
): SQL {
  const { locationId, accountId, kind, at } = elsewhereEvents;
  const isMember = and(eq(members.locationId, locationId), eq(members.accountId, accountId));
  // of most gyms nobody, whose statement then takes no longer
  const came = db
    .select({ accountId })
    .from(elsewhereEvents)
    .innerJoin(members, and(isMember, eq(members.membershipType, corporateType)))
    .where(and(eq(locationId, location.id), eq(kind, 'checkIn'), gte(at, from), lt(at, to)));
  // those before the period begin as far back as they may go on into it
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
