import type { Clock } from '#platform/base/clock-and-ids.ts';
import { owners } from '#platform/db/schema/owners.ts';
import { sandboxGyms } from '#platform/db/schema/sandbox.ts';
import { type CreatedGym, createGym } from '#platform/services/new-gyms/create.ts';
import type { ProductLocale } from '#platform/services/new-gyms/products-of-new-gym.ts';
import type { Operator } from '#platform/services/operator.ts';
import { createOwnerLink } from '#platform/services/sandbox/owner-links.ts';
import type { Sandbox } from '#platform/services/sandbox/sandbox.ts';
import { unknownCard } from '#platform/simulator/demo-card-holders.ts';
import { type SpecialMember, writeSpecialMembers } from './special-members.ts';
import { issueSpecialTans, type SpecialTans } from './special-tans.ts';

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

/** A gym of its own chain, with all that a client needs to work with it. */
interface SandboxGym extends CreatedGym {
  name: string;
  timeZone: string;
  ownerEmail: string;
  /** The secret part of the link that signs in as its owner, once. */
  ownerToken: string;
  members: SpecialMember[];
  /** The card that no member has. */
  unknownRfid: string;
  tans: SpecialTans;
}

/** Creates a gym with an owner, and with members and entitlements for each case. */
export async function createSandboxGym(
  { sandbox, clock, realClock }: SandboxContext,
  asked: AskedGym,
): Promise<SandboxGym> {
  const { isLimited, ...gym } = asked;
  const { name, timeZone } = gym;
  const created = await sandbox.change(async (sql) => {
    const operator: Operator = { sql, ids: sandbox.ids, clock, realClock };
    const credentials = await createGym(operator, gym);
    const { chainId, gymId } = credentials;
    const now = clock();
    const ownerEmail = `owner.${gymId}@sandbox.example`;
    await sql.insert(owners).values({ ownerId: sandbox.ids.uuid(), chainId, gymId, email: ownerEmail, createdAt: now });
    const members = await writeSpecialMembers({ sql, ids: sandbox.ids, now, chainId, gymId, timeZone });
    const tans = await issueSpecialTans(operator, timeZone);
    await sql.insert(sandboxGyms).values({ gymId, isLimited, tans: Object.values(tans), createdAt: now });
    return { ...credentials, name, timeZone, ownerEmail, members, unknownRfid: unknownCard.value, tans };
  });
  return { ...created, ownerToken: await createOwnerLink(sandbox, created.ownerEmail) };
}
