import { and, asc, count, eq } from 'drizzle-orm';
import { gyms } from '#platform/db/schema/chains.ts';
import { ownerPasskeys, owners } from '#platform/db/schema/owners.ts';
import type { Operator } from '#platform/services/operator.ts';

/** All owners, with their gyms and the number of their passkeys. */
export async function listOwners({ sql }: Operator) {
  const rows = await sql
    .select({
      email: owners.email,
      gymId: owners.gymId,
      gym: gyms.name,
      createdAt: owners.createdAt,
      passkeys: count(ownerPasskeys.id),
    })
    .from(owners)
    .innerJoin(gyms, and(eq(gyms.chainId, owners.chainId), eq(gyms.gymId, owners.gymId)))
    .leftJoin(ownerPasskeys, eq(ownerPasskeys.ownerId, owners.ownerId))
    .groupBy(owners.ownerId, gyms.chainId, gyms.gymId)
    .orderBy(asc(owners.email));
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}
