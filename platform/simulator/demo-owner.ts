import { randomUUID } from 'node:crypto';
import type { Sql } from '#platform/db/client.ts';
import { owners } from '#platform/db/schema/owners.ts';
import { demoChain, demoGyms, demoOwnerEmail } from './demo-gyms.ts';

/** Creates the owner of München West if there is none: without a password, for the sign-in link of a sandbox. */
export async function keepDemoOwner(sql: Sql, now: Date): Promise<void> {
  await sql
    .insert(owners)
    .values({
      ownerId: randomUUID(),
      chainId: demoChain.chainId,
      gymId: demoGyms.west.gymId,
      email: demoOwnerEmail,
      createdAt: now,
    })
    .onConflictDoNothing({ target: owners.email });
}
