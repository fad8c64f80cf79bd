import { and, desc, eq, gte } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import { gymRoles } from '#platform/db/schema/accounts.ts';
import { chains, type Gym, gyms } from '#platform/db/schema/chains.ts';
import { visits } from '#platform/db/schema/visits.ts';
import { clubDay, midnightOf } from './calendar.ts';
import type { DemoCard } from './demo-card.ts';
import { demoCards } from './demo-card-holders.ts';
import { demoChain, demoGymKeys, demoGyms } from './demo-gyms.ts';

interface DescribedGym {
  gymId: string;
  legacyGymId: number;
  name: string;
  timeZone: string;
  /** Maximum number of people in the gym at once. */
  capacity: number;
  corporateNetwork: boolean;
  plus1: boolean;
}

export interface DemoChainDescription {
  chainId: string;
  gyms: DescribedGym[];
  cards: DemoCard[];
  /** Members who are in, longest first; `since` is the instant of the check-in. */
  presence: { gymId: string; accountId: string; since: string }[];
  /** The accounts of the gyms' trainers, who create and complete tasks. */
  trainers: { gymId: string; accountId: string }[];
}

export async function hasDemoChain(sql: Sql): Promise<boolean> {
  return (await sql.select().from(chains).where(eq(chains.chainId, demoChain.chainId))).length > 0;
}

/** Reads the current state of the demo chain from the database. */
export async function describeDemoChain(sql: Sql, now: Date): Promise<DemoChainDescription> {
  const { chainId } = demoChain;
  const today = clubDay(now);
  const found = await sql.select().from(gyms).where(eq(gyms.chainId, chainId));
  const described = demoGymKeys.flatMap((key) => {
    const { gymId, capacity } = demoGyms[key];
    return found.filter((gym) => gym.gymId === gymId).map((gym) => describeGym(gym, capacity));
  });
  const lastEvents = await sql
    .selectDistinctOn([visits.gymId, visits.accountId])
    .from(visits)
    .where(and(eq(visits.chainId, chainId), gte(visits.occurredAt, midnightOf(today))))
    .orderBy(visits.gymId, visits.accountId, desc(visits.occurredAt), desc(visits.kind));
  const trainers = await sql
    .select({ gymId: gymRoles.gymId, accountId: gymRoles.accountId })
    .from(gymRoles)
    .where(and(eq(gymRoles.chainId, chainId), eq(gymRoles.isTrainer, true)))
    .orderBy(gymRoles.gymId, gymRoles.accountId);
  return {
    chainId,
    trainers,
    gyms: described,
    cards: demoCards(today),
    presence: lastEvents
      .filter(({ kind }) => kind === 'CHECKIN')
      .sort((one, other) => one.occurredAt.getTime() - other.occurredAt.getTime())
      .map(({ gymId, accountId, occurredAt }) => ({ gymId, accountId, since: occurredAt.toISOString() })),
  };
}

const describeGym = (gym: Gym, capacity: number): DescribedGym => ({
  gymId: gym.gymId,
  legacyGymId: gym.legacyGymId,
  name: gym.name,
  timeZone: gym.timeZone,
  capacity,
  corporateNetwork: gym.isInCorporateNetwork,
  plus1: gym.takesPartInPlus1,
});
