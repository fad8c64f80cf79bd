import { sql as raw } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import type { TrainingPerson } from './training-person.ts';

interface GymOfPeople {
  chainId: string;
  gymId: string;
}

/** Members of the gym, in a stable order. */
export const findTrainingMembers = (sql: Sql, gym: GymOfPeople, limit: number): Promise<TrainingPerson[]> =>
  find(sql, gym, limit, raw`m.gym_id = ${gym.gymId} AND m.is_known_to_v2`);

/** People of the chain who are not members of the gym; if they train there, they are guests. */
export const findTrainingGuests = (sql: Sql, gym: GymOfPeople, limit: number): Promise<TrainingPerson[]> =>
  find(sql, gym, limit, raw`(m.account_id IS NULL OR (m.gym_id <> ${gym.gymId} AND m.is_known_to_v2))`);

/** The given accounts that the chain knows, members of the gym and guests. */
export const findTrainingPeople = (
  sql: Sql,
  gym: GymOfPeople,
  accountIds: readonly string[],
): Promise<TrainingPerson[]> =>
  find(
    sql,
    gym,
    accountIds.length,
    raw`p.account_id = ANY(${raw.param(accountIds)}::uuid[]) AND m.is_known_to_v2 IS NOT FALSE`,
  );

async function find(
  sql: Sql,
  { chainId, gymId }: GymOfPeople,
  limit: number,
  who: ReturnType<typeof raw>,
): Promise<TrainingPerson[]> {
  const { rows } = await sql.execute<TrainingPerson & Record<string, unknown>>(raw`
    SELECT p.account_id AS "accountId", m.gym_id IS DISTINCT FROM ${gymId}::uuid AS "isGuest",
      coalesce(r.is_trainer OR r.is_gym_owner, false) AS "isStaff",
      m.start_of_contract AS "startsOn", m.end_of_contract AS "endsOn"
    FROM chain_profiles p
    LEFT JOIN memberships m ON m.chain_id = p.chain_id AND m.account_id = p.account_id
    LEFT JOIN gym_roles r ON r.chain_id = p.chain_id AND r.account_id = p.account_id AND r.gym_id = ${gymId}
    WHERE p.chain_id = ${chainId} AND ${who}
    ORDER BY p.account_id LIMIT ${limit}`);
  return rows.map(({ accountId, isGuest, isStaff, startsOn, endsOn }) => ({
    accountId,
    isGuest,
    isStaff,
    startsOn,
    endsOn,
  }));
}
