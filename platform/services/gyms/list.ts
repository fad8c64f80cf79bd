import { asc } from 'drizzle-orm';
import { gyms } from '#platform/db/schema/chains.ts';
import type { Operator } from '#platform/services/operator.ts';

export type Connectivity = 'active' | 'inactive' | 'never';

const silenceMs = 24 * 60 * 60 * 1000;

/** What the owner of a gym sees: whether its software spoke through the legacy interface within a day. */
export function connectivityOf(lastReceivedAt: Date | null, now: Date): Connectivity {
  if (!lastReceivedAt) return 'never';
  return now.getTime() - lastReceivedAt.getTime() < silenceMs ? 'active' : 'inactive';
}

export async function listGyms({ sql, clock }: Operator) {
  const rows = await sql.select().from(gyms).orderBy(asc(gyms.legacyGymId));
  return rows.map((gym) => ({
    gymId: gym.gymId,
    name: gym.name,
    connectivity: connectivityOf(gym.lastReceivedAt, clock()),
    lastReceivedAt: gym.lastReceivedAt?.toISOString() ?? null,
    chainId: gym.chainId,
    legacyGymId: gym.legacyGymId,
    timeZone: gym.timeZone,
    isInCorporateNetwork: gym.isInCorporateNetwork,
    takesPartInPlus1: gym.takesPartInPlus1,
  }));
}
