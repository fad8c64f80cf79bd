import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { trainings } from '#lib/server/db/schema/training.ts';

/**
 * The body of a recursive query of everybody with training at a location, one `account_id` a row and null in the last one: from one person to
 * the next by the index, rather than through all rows.
 */
export const selectPeople = (locationId: string): SQL => sql`
  (select account_id from ${trainings} where location_id = ${locationId} order by account_id limit 1)
  union all
  select (
    select account_id from ${trainings} where location_id = ${locationId} and account_id > people.account_id
    order by account_id limit 1)
  from people where people.account_id is not null`;
