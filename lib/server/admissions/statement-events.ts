import 'server-only';
import { inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '#lib/server/db/client.ts';
import { admissions } from '#lib/server/db/schema/admissions.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { refusals } from '#lib/server/db/schema/refusals.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { admissionRefusals } from '#lib/wire/refusals.ts';
import { cameElsewhere } from './came-elsewhere.ts';

export interface StatementPeriod {
  location: Location;
  from: Date;
  /** Not included. */
  to: Date;
}

/**
 * What a statement consists of, as a query of `kind, at, account_id, membership_id, is_first, is_later, is_undone, reason, unanswered`:
 * - `admission`: granted by the platform
 * - `answerLost`: requested, and perhaps granted; one for each tap and day, however often it was requested
 * - `refused`, `overridden`, `refusedLater`: refused by the platform; nobody came in, or the visit was admitted after all; or somebody at
 *   the counter decided so; or the member had come in before the platform could answer
 * - `undecided`, `neverAdmitted`: a visit of a corporate member, or of a card that nobody was found for, without a decision of the
 *   platform: there may still be one, or somebody has settled the visit without it, or the membership has changed meanwhile
 * - `cameElsewhere`: a visit that began at a turnstile or in an app: what was admitted there is not known here
 *
 * `membership_id` is that of the admission, or else the one of today.
 */
export function statementEvents(db: Queryable, period: StatementPeriod): SQL {
  const { location } = period;
  const isWithin = within(period);
  const isAdmitted = sql`exists (select from ${admissions} where ${admissions.locationId} = ${location.id}
    and ${admissions.accountId} = ${refusals.accountId} and ${admissions.tapId} = ${refusals.visitTapId}
    and ${admissions.isFirst} is not null)`;
  return sql`
    select kind, min(at) as at, account_id, max(membership_id) as membership_id, bool_or(is_first) as is_first,
      bool_and(is_later) as is_later, bool_or(is_undone) as is_undone, null as reason,
      count(*) filter (where kind = 'answerLost')::int as unanswered
    from (${admissionEvents(period)}) as requests
    group by kind, account_id, tap_id, (at at time zone ${location.timeZone})::date, case when kind = 'admission' then admission_id end
    union all
    select case when ${visits.tapId} is null or ${visits.state} = 'undone' or ${isAdmitted} then 'refused'
        when ${refusals.admittedBy} is null then 'refusedLater' else 'overridden' end,
      ${refusals.at}, ${refusals.accountId}, ${membershipIdOf(period, refusals.accountId)}, false, false, false, ${refusals.reason}, 0
    from ${refusals} left join ${visits} on ${isTap(period, refusals.visitTapId)}
    where ${refusals.locationId} = ${location.id} and ${isWithin(refusals.at)}
      and ${inArray(refusals.reason, [...admissionRefusals])}
    union all
    select case when ${visits.needsAdmission} and ${visits.settledAt} is null then 'undecided' else 'neverAdmitted' end,
      ${visits.tappedAt}, ${visits.accountId}, ${members.membershipId}, false, false, false, null, 0
    from ${visits}
    left join ${members} on ${members.locationId} = ${location.id} and ${members.accountId} = ${visits.accountId}
    where ${visits.locationId} = ${location.id} and ${isWithin(visits.tappedAt)}
      and ${visits.kind} = 'checkIn' and ${visits.state} <> 'undone'
      and (${visits.lacksAdmission}
        or ${visits.needsAdmission} and (${visits.accountId} is null or ${members.membershipType} = 'CORPORATE_FITNESS'))
      and not exists (select from ${admissions} where ${admissions.locationId} = ${location.id}
        and ${admissions.accountId} = ${visits.accountId} and ${admissions.tapId} = ${visits.tapId} and ${admissions.isFirst} is not null)
      and not exists (select from ${refusals} where ${refusals.locationId} = ${location.id}
        and ${refusals.tapId} = ${visits.tapId} and ${inArray(refusals.reason, [...admissionRefusals])})
    union all
    select 'cameElsewhere', came.at, came.account_id, ${members.membershipId}, false, false, false, null, 0
    from (${cameElsewhere(db, period)}) as came
    join ${members} on ${members.locationId} = ${location.id} and ${members.accountId} = came.account_id`;
}

/** The requests of the first two kinds, each of them, as each may be billed; no others are. Also with `admission_id` and `tap_id`. */
export function admissionEvents(period: StatementPeriod): SQL {
  // looked up for each: for a join, the database may read all visits of all gyms
  const isUndone = sql`select ${visits.state} = 'undone' from ${visits} where ${isTap(period, admissions.tapId)}`;
  return sql`
    select case when ${admissions.isFirst} is null then 'answerLost' else 'admission' end as kind, ${admissions.at} as at,
      ${admissions.accountId} as account_id,
      coalesce(${admissions.membershipId}, ${membershipIdOf(period, admissions.accountId)}) as membership_id,
      ${admissions.isFirst} is true as is_first,
      ${admissions.occasion} = 'later' as is_later, (${isUndone}) is true as is_undone,
      ${admissions.admissionId} as admission_id, ${admissions.tapId} as tap_id
    from ${admissions}
    where ${admissions.locationId} = ${period.location.id} and ${within(period)(admissions.at)}`;
}

/** Looked up for each as well. */
const membershipIdOf = ({ location }: StatementPeriod, accountId: PgColumn): SQL =>
  sql`(select ${members.membershipId} from ${members} where ${members.locationId} = ${location.id} and ${members.accountId} = ${accountId})`;

const within =
  ({ from, to }: StatementPeriod) =>
  (at: PgColumn): SQL =>
    sql`${at} >= ${from.toISOString()} and ${at} < ${to.toISOString()}`;

const isTap = ({ location }: StatementPeriod, tapId: PgColumn): SQL =>
  sql`${visits.locationId} = ${location.id} and ${visits.tapId} = ${tapId}`;
