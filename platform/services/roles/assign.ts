import type { GymRoles } from '#contracts/v2/roles.ts';
import type { Sql } from '#platform/db/client.ts';
import { gymRoles } from '#platform/db/schema/accounts.ts';
import type { Call } from '#platform/services/call.ts';
import { requireMember } from '#platform/services/members/find.ts';

/** Sets or removes roles in the calling gym. Roles that are missing from the request stay unchanged. */
export async function assignRoles(call: Call, accountId: string, roles: GymRoles): Promise<void> {
  const member = await requireMember(call, { by: 'accountId', accountId });
  await call.db.read((sql) => writeRoles(sql, call, member.accountId, roles));
}

/** As `assignRoles`, for a person who is known to be a member. */
export async function writeRoles(
  sql: Sql,
  { chainId, gymId }: Call,
  accountId: string,
  { trainer, gymOwner }: GymRoles,
): Promise<void> {
  const named = {
    ...(trainer == null ? {} : { isTrainer: trainer }),
    ...(gymOwner == null ? {} : { isGymOwner: gymOwner }),
  };
  const roles = sql.insert(gymRoles).values({ chainId, gymId, accountId, ...named });
  const key = [gymRoles.chainId, gymRoles.gymId, gymRoles.accountId];
  await (Object.keys(named).length === 0
    ? roles.onConflictDoNothing({ target: key })
    : roles.onConflictDoUpdate({ target: key, set: named }));
}
