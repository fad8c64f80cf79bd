import { sql as raw } from 'drizzle-orm';
import { notFound } from '#platform/base/errors.ts';
import { eraseMember } from '#platform/services/accounts/erase.ts';
import { callOfGym, type EventContext } from './call-of-gym.ts';

/**
 * Does what the app does when a member deletes the account: erases the member in every chain. Every gym of these chains
 * gets `MEMBERSHIP_DELETE`. If it fails half-way, the rest is erased when it is called again.
 * @throws 404 for an account that no chain has a profile of
 */
export async function deleteOwnAccount(context: EventContext, accountId: string): Promise<void> {
  const { rows } = await context.sandbox.database.transaction((sql) =>
    sql.execute<{ gymId: string }>(raw`
      SELECT DISTINCT ON (person.chain_id) gym.gym_id AS "gymId"
      FROM chain_profiles person
      LEFT JOIN memberships member ON member.chain_id = person.chain_id AND member.account_id = person.account_id
      JOIN gyms gym ON gym.chain_id = person.chain_id AND (member.gym_id IS NULL OR gym.gym_id = member.gym_id)
      WHERE person.account_id = ${accountId}::uuid
      ORDER BY person.chain_id, gym.legacy_gym_id`),
  );
  if (rows.length === 0) throw notFound('ACCOUNT');
  for (const { gymId } of rows) {
    // a member whom only version 1 knows may delete the account, too
    await eraseMember({ ...(await callOfGym(context, gymId)), seesUnmigrated: true }, accountId);
  }
}
