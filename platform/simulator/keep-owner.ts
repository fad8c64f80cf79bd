import type { Ids } from '#platform/base/clock-and-ids.ts';
import type { Sql } from '#platform/db/client.ts';
import { owners } from '#platform/db/schema/owners.ts';

export interface LinkedOwner {
  chainId: string;
  gymId: string;
  email: string;
  now: Date;
  ids: Ids;
}

/** Creates the owner of a gym if there is none with this address: without a password, for the sign-in link of a sandbox. */
export async function keepOwner(sql: Sql, { chainId, gymId, email, now, ids }: LinkedOwner): Promise<void> {
  await sql
    .insert(owners)
    .values({ ownerId: ids.uuid(), chainId, gymId, email, createdAt: now })
    .onConflictDoNothing({ target: owners.email });
}
