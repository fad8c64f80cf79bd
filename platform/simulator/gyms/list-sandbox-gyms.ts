import { asc, eq } from 'drizzle-orm';
import { gyms } from '#platform/db/schema/chains.ts';
import { sandboxGyms } from '#platform/db/schema/sandbox.ts';
import type { Sandbox } from '#platform/services/sandbox/sandbox.ts';

/** The gyms that clients of the sandbox have made, oldest first; without their keys, of which only hashes are stored. */
export const listSandboxGyms = ({ database }: Sandbox) =>
  database.transaction((sql) =>
    sql
      .select({
        gymId: gyms.gymId,
        chainId: gyms.chainId,
        legacyGymId: gyms.legacyGymId,
        name: gyms.name,
        timeZone: gyms.timeZone,
        isLimited: sandboxGyms.isLimited,
        createdAt: sandboxGyms.createdAt,
      })
      .from(sandboxGyms)
      .innerJoin(gyms, eq(gyms.gymId, sandboxGyms.gymId))
      .orderBy(asc(gyms.legacyGymId)),
  );

/** Whether a client of the sandbox has made it. */
export const isSandboxGym = ({ database }: Sandbox, gymId: string): Promise<boolean> =>
  database.transaction(async (sql) => (await sql.$count(sandboxGyms, eq(sandboxGyms.gymId, gymId))) > 0);
