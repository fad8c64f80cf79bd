import type { GymRoles } from '#contracts/v2/roles.ts';
import type { NamedStatement } from '#platform/db/client.ts';
import type { Call } from '#platform/services/call.ts';
import { requireMember } from '#platform/services/members/find.ts';

const rolesOfMember: NamedStatement = {
  name: 'roles_of_member',
  text: `SELECT is_trainer AS trainer, is_gym_owner AS "gymOwner" FROM gym_roles
    WHERE chain_id = $1 AND gym_id = $2 AND account_id = $3`,
};

/** The member's roles in the calling gym. */
export async function getRoles(call: Call, accountId: string): Promise<GymRoles> {
  const member = await requireMember(call, { by: 'accountId', accountId });
  const values = [call.chainId, call.gymId, member.accountId];
  const [roles] = await call.db.find<GymRoles>(rolesOfMember, values);
  return roles ?? { trainer: false, gymOwner: false };
}
