import { eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import type { Ids } from '#platform/base/clock-and-ids.ts';
import type { Sql } from '#platform/db/client.ts';
import { accounts, chainProfiles, memberships, tans } from '#platform/db/schema/accounts.ts';
import { nfcTokens, rfids } from '#platform/db/schema/cards.ts';
import { toStoredIssuer } from '#platform/services/nfc/issuer.ts';
import { issueTan } from '#platform/services/tans/issue.ts';
import type { DemoCase } from '#platform/simulator/demo-card.ts';
import { type DemoCardHolder, demoCardHolders } from '#platform/simulator/demo-card-holders.ts';
import { dayOf } from '#shared/calendar/club-day.ts';

/** A member who shows one case: at the counter, or by a refusal of the interface. */
export interface SpecialMember {
  shows: DemoCase;
  accountId: string;
  membershipId: string;
  firstName: string;
  lastName: string;
  email: string;
  rfid: string;
  /** The token of a wallet pass, if the member has one. */
  nfc?: string;
  /** The corporate entitlement, if the member has one. */
  verificationTan?: string;
}

interface NewMembers {
  sql: Sql;
  ids: Ids;
  now: Date;
  chainId: string;
  gymId: string;
  timeZone: string;
}

/** Writes the members with the demo's cards into a gym, which has no members yet. Their contracts begin and end relative to today. */
export async function writeSpecialMembers(gym: NewMembers): Promise<SpecialMember[]> {
  const today = Temporal.PlainDate.from(dayOf(gym.now.getTime(), gym.timeZone));
  const written: SpecialMember[] = [];
  for (const holder of demoCardHolders(today).filter((holder) => holder.gym === 'west')) {
    written.push(await writeMember(gym, holder));
  }
  return written;
}

async function writeMember(gym: NewMembers, holder: DemoCardHolder): Promise<SpecialMember> {
  const { sql, ids, now, chainId, gymId } = gym;
  const { firstName, lastName, gender, dateOfBirth, membershipId, rfid, pass, shows } = holder;
  const { membershipType, membershipSubType, startOfContract, endOfContract } = holder;
  const accountId = ids.uuid();
  // an address in two chains would be one person
  const email = `${shows.toLowerCase()}.${gymId}@sandbox.example`;
  const [account] = await sql.insert(accounts).values({ accountId, createdAt: now }).returning();
  if (!account) throw new Error('The account was not inserted.');
  const { legacyUserId } = account;
  await sql
    .insert(chainProfiles)
    .values({ chainId, accountId, legacyUserId, email, firstName, lastName, gender, dateOfBirth, createdAt: now });
  const tan = holder.entitlement ? await issueTo(gym, accountId, holder.entitlement) : undefined;
  await sql.insert(memberships).values({
    ...{ chainId, gymId, accountId, membershipId, membershipType, membershipSubType, startOfContract, endOfContract },
    ...{ tan, createdAt: now, updatedAt: now },
  });
  await sql.insert(rfids).values({ chainId, accountId, rfid, isFromGymSoftware: true, createdAt: now });
  if (pass) {
    const issuer = toStoredIssuer(pass);
    await sql.insert(nfcTokens).values({ chainId, accountId, issuer, token: pass.token, createdAt: now });
  }
  return {
    ...{ shows, accountId, membershipId, firstName, lastName, email, rfid },
    ...(pass && { nfc: pass.token }),
    ...(tan !== undefined && { verificationTan: tan }),
  };
}

async function issueTo(
  { sql, ids, now }: NewMembers,
  accountId: string,
  { startsOn, endsOn, plus1 }: NonNullable<DemoCardHolder['entitlement']>,
): Promise<string> {
  const entitlement = { startsOn, isPlus1: plus1, ...(endsOn !== null && { endsOn }) };
  const { tan } = await issueTan({ sql, ids, clock: () => now }, entitlement);
  await sql.update(tans).set({ accountId }).where(eq(tans.tan, tan));
  return tan;
}
