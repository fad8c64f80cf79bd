import { Temporal } from 'temporal-polyfill';
import type { Ids } from '#platform/base/clock-and-ids.ts';
import type { Sql } from '#platform/db/client.ts';
import { chainProfiles, memberships } from '#platform/db/schema/accounts.ts';
import { nfcTokens, rfids } from '#platform/db/schema/cards.ts';
import { toStoredIssuer } from '#platform/services/nfc/issuer.ts';
import { issueTan } from '#platform/services/tans/issue.ts';
import type { DemoCase } from '#platform/simulator/demo-card.ts';
import { type DemoCardHolder, demoCardHolders } from '#platform/simulator/demo-card-holders.ts';
import { insertAccounts } from '#platform/simulator/insert-accounts.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';

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
  /** The source of the number of a case's entitlement, of its own, so that a number which is taken changes no other. */
  tanIds: (shows: string) => Ids;
  /** Numbers of entitlements that are known, and may be issued anew. */
  freeTans: readonly string[];
  now: Date;
  chainId: string;
  gymId: string;
  timeZone: string;
}

/**
 * Writes the members with the demo's cards into a gym without members. Their contracts begin and end relative to today. Accounts
 * with their ids are theirs.
 */
export async function writeSpecialMembers(gym: NewMembers): Promise<SpecialMember[]> {
  const { sql, ids, now, chainId, gymId } = gym;
  const today = Temporal.PlainDate.from(dayOf(now.getTime(), gym.timeZone));
  const holders = demoCardHolders(today).filter((holder) => holder.gym === 'west');
  const created = holders.map(() => ({ accountId: ids.uuid(), createdAt: now }));
  const numbered = await insertAccounts(sql, created);
  const people: Enrolled[] = [];
  for (const [index, holder] of holders.entries()) {
    const account = numbered[index];
    if (!account) continue;
    const { accountId, legacyUserId } = account;
    // an address in two chains would be one person
    const email = `${holder.shows.toLowerCase()}.${gymId}@sandbox.example`;
    const tan = await issueTo(gym, accountId, holder);
    people.push({ ...holder, accountId, legacyUserId, email, tan });
  }
  await sql.insert(chainProfiles).values(people.map((person) => ({ ...pickProfile(person), chainId, createdAt: now })));
  await sql
    .insert(memberships)
    .values(people.map((person) => ({ ...pickContract(person), chainId, gymId, createdAt: now, updatedAt: now })));
  await sql
    .insert(rfids)
    .values(
      people.map(({ accountId, rfid }) => ({ chainId, accountId, rfid, isFromGymSoftware: true, createdAt: now })),
    );
  await sql
    .insert(nfcTokens)
    .values(
      people.flatMap(({ accountId, pass }) =>
        pass ? [{ chainId, accountId, issuer: toStoredIssuer(pass), token: pass.token, createdAt: now }] : [],
      ),
    );
  return people.map(({ shows, accountId, membershipId, firstName, lastName, email, rfid, pass, tan }) => ({
    shows,
    accountId,
    membershipId,
    firstName,
    lastName,
    email,
    rfid,
    ...(pass && { nfc: pass.token }),
    ...(tan !== undefined && { verificationTan: tan }),
  }));
}

interface Enrolled extends DemoCardHolder {
  accountId: string;
  legacyUserId: number;
  email: string;
  tan: string | undefined;
}

const pickProfile = ({ accountId, legacyUserId, email, firstName, lastName, gender, dateOfBirth }: Enrolled) => ({
  accountId,
  legacyUserId,
  email,
  firstName,
  lastName,
  gender,
  dateOfBirth,
});

const pickContract = (person: Enrolled) => {
  const { accountId, membershipId, membershipType, membershipSubType, startOfContract, endOfContract, tan } = person;
  return { accountId, membershipId, membershipType, membershipSubType, startOfContract, endOfContract, tan };
};

async function issueTo(
  { sql, tanIds, freeTans, now }: NewMembers,
  accountId: string,
  { shows, entitlement }: DemoCardHolder,
): Promise<string | undefined> {
  if (!entitlement) return undefined;
  const { startsOn, endsOn, plus1 } = entitlement;
  const ofMember = { startsOn, isPlus1: plus1, accountId, ...(endsOn !== null && { endsOn }) };
  return (await issueTan({ sql, ids: tanIds(`member ${shows}`), clock: () => now }, ofMember, freeTans)).tan;
}
