import type { Clock } from '#platform/base/clock-and-ids.ts';
import { sandboxGyms } from '#platform/db/schema/sandbox.ts';
import { type CreatedGym, createGym } from '#platform/services/new-gyms/create.ts';
import type { ProductLocale } from '#platform/services/new-gyms/products-of-new-gym.ts';
import { createOwnerLink } from '#platform/services/sandbox/owner-links.ts';
import type { Sandbox } from '#platform/services/sandbox/sandbox.ts';
import { keepOwner } from '#platform/simulator/keep-owner.ts';
import { type GymContents, writeContents } from './gym-contents.ts';

export interface SandboxContext {
  sandbox: Sandbox;
  clock: Clock;
  /** The real time, which the credentials of a new gym are compared with. */
  realClock?: Clock | undefined;
}

interface AskedGym {
  name: string;
  timeZone: string;
  locale: ProductLocale;
  isInCorporateNetwork: boolean;
  takesPartInPlus1: boolean;
  /** Whether its credentials have the usual rate limit. */
  isLimited: boolean;
}

/** A gym of its own chain, with what is in it. */
export interface FilledGym extends GymContents {
  chainId: string;
  gymId: string;
  legacyGymId: number;
  name: string;
  timeZone: string;
  ownerEmail: string;
  /** The secret part of the link that signs in as its owner, once. */
  ownerToken: string;
}

export const ownerEmailOf = (gymId: string): string => `owner.${gymId}@sandbox.example`;

/** Creates a gym with credentials and an owner, and with members and entitlements for each case. */
export async function createSandboxGym(
  { sandbox, clock, realClock }: SandboxContext,
  asked: AskedGym,
): Promise<FilledGym & CreatedGym> {
  const { isLimited, ...gym } = asked;
  const created = await sandbox.change(async (sql) => {
    const credentials = await createGym({ sql, ids: sandbox.ids, clock, realClock }, gym);
    const { chainId, gymId, timeZone } = credentials;
    const now = clock();
    const ownerEmail = ownerEmailOf(gymId);
    await keepOwner(sql, { chainId, gymId, email: ownerEmail, now, ids: sandbox.ids });
    const contents = await writeContents(sql, { chainId, gymId, timeZone, now, freeTans: [] });
    await sql.insert(sandboxGyms).values({ gymId, isLimited, tans: Object.values(contents.tans), createdAt: now });
    return { ...credentials, name: gym.name, ownerEmail, ...contents };
  });
  return { ...created, ownerToken: await createOwnerLink(sandbox, created.ownerEmail) };
}
