import { and, asc, eq } from 'drizzle-orm';
import { gyms } from '#platform/db/schema/chains.ts';
import { owners } from '#platform/db/schema/owners.ts';
import type { Operator } from '#platform/services/operator.ts';

/** All owners, with their gyms. */
export async function listOwners({ sql }: Operator) {
  const rows = await sql
    .select({
      email: owners.email,
      gymId: owners.gymId,
      gym: gyms.name,
      createdAt: owners.createdAt,
    })
    .from(owners)
    .innerJoin(gyms, and(eq(gyms.chainId, owners.chainId), eq(gyms.gymId, owners.gymId)))
    .orderBy(asc(owners.email));
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}
