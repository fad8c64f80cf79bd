import type { GymRoles } from '#contracts/v2/roles.ts';
import type { NamedStatement } from '#platform/db/client.ts';
import { findKnownMember } from '#platform/services/accounts/find.ts';
import type { Call } from '#platform/services/call.ts';

const assignRolesOfMember: NamedStatement = {
  name: 'assign_roles',
  text: `
    INSERT INTO gym_roles AS role (chain_id, gym_id, account_id, is_trainer, is_gym_owner)
    VALUES ($1, $2, $3, coalesce($4, false), coalesce($5, false))
    ON CONFLICT (chain_id, gym_id, account_id) DO UPDATE SET
      is_trainer = coalesce($4, role.is_trainer),
      is_gym_owner = coalesce($5, role.is_gym_owner)`,
};

/** Gives or takes roles in the calling gym; a role that is not named stays as it is. */
export async function assignRoles(call: Call, accountId: string, { trainer, gymOwner }: GymRoles): Promise<void> {
  const member = await findKnownMember(call, { by: 'accountId', accountId });
  const values = [call.chainId, call.gymId, member.account_id, trainer ?? null, gymOwner ?? null];
  await call.db.find(assignRolesOfMember, values);
}
