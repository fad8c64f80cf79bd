import { sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';

/** So few that a statement ends in the time that the desk gives it. */
const visitsPerStatement = 10_000;

/** Members of a gym, some of each kind: corporate fitness, prospects, contracts that begin, end and do not. */
export async function writeMembers(db: Queryable, locationId: string, count: number): Promise<void> {
  await db.execute(sql`
    insert into members (location_id, account_id, first_name, membership_type, search_name, start_of_contract, end_of_contract,
      date_of_birth, known_since, synced_at)
    select ${locationId}::uuid, 'account-' || n, 'Member ' || n,
      case when n % 10 = 0 then 'CORPORATE_FITNESS' when n % 100 = 1 then 'PROSPECT' else 'PREMIUM' end, 'member ' || n,
      current_date + 30 - n * 7919 % 3650, case when n % 3 = 0 then current_date + n * 7907 % 700 end,
      date '1940-01-01' + n * 7901 % 24000, now() - n % 700 * interval '1 day', now()
    from generate_series(0, ${count - 1}::integer) as n`);
}

interface Visits {
  locationId: string;
  days: number;
  visitsPerDay: number;
  /** Of whom one comes as often as another. */
  members: number;
}

/** Most of them in the evening, one in three without a check-out, and one in five by name instead of a card. */
export async function writeVisits(db: Queryable, { locationId, days, visitsPerDay, members }: Visits): Promise<void> {
  const daysPerStatement = Math.ceil(visitsPerStatement / visitsPerDay);
  for (let day = 0; day < days; day += daysPerStatement) {
    const [first, last] = [day, Math.min(day + daysPerStatement, days) - 1];
    await db.execute(sql`
      insert into visits (location_id, tap_id, account_id, how, kind, state, tapped_at, undo_until, next_attempt_at, recorded_at)
      select ${locationId}::uuid, gen_random_uuid(), account_id, case when share < 0.8 then 'card' else 'name' end, kind, 'sent', at, at, at, at
      from (
        select 'account-' || floor(random() * ${members}) as account_id, random() as share,
          current_date - ago - 1 + interval '6 hours' + sqrt(random()) * interval '15 hours' as in_at,
          interval '30 minutes' + random() * interval '90 minutes' as stay
        from generate_series(${first}::integer, ${last}::integer) as ago, generate_series(1, ${visitsPerDay}::integer)
      ) as drawn
      cross join lateral (values ('checkIn', in_at), ('checkOut', in_at + stay)) as ends (kind, at)
      where kind = 'checkIn' or share < 0.67`);
  }
}

interface Workouts {
  location: Pick<Location, 'id' | 'timeZone'>;
  days: number;
  /** Each trains at ten machines. */
  peoplePerDay: number;
  members: number;
}

/** Workouts of the days until yesterday, as if the data export had been read completely. */
export async function writeWorkouts(db: Queryable, { location, days, peoplePerDay, members }: Workouts): Promise<void> {
  const daysPerStatement = Math.ceil(visitsPerStatement / (10 * peoplePerDay));
  for (let day = 0; day < days; day += daysPerStatement) {
    const [first, last] = [day, Math.min(day + daysPerStatement, days) - 1];
    await db.execute(sql`
      insert into trainings (location_id, data_set, at, account_id, subject, detail, walk)
      select ${location.id}::uuid, 'workouts', begins + machine * interval '4 minutes', account_id, 'MACHINE_' || machine,
        (array['REGULAR', 'NEGATIVE', 'ISOKINETIC'])[1 + floor(random() * 3)::integer], 1
      from (
        select 'account-' || floor(random() * ${members}) as account_id,
          current_date - ago - 1 + interval '6 hours' + sqrt(random()) * interval '14 hours' as begins
        from generate_series(${first}::integer, ${last}::integer) as ago, generate_series(1, ${peoplePerDay}::integer)
      ) as drawn cross join generate_series(1, 10) as machine
      on conflict do nothing`);
  }
  await db.execute(sql`
    insert into training_pulls (location_id, data_set, next_at, since, until)
    select ${location.id}::uuid, data_set, now(), current_date - ${days}::integer, current_date - 1
    from unnest(array['workouts', 'assessments']) as data_set`);
}
