import { and, eq, inArray, sql as statement } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import type { Sql } from '#platform/db/client.ts';
import { chainProfiles, memberships, tans } from '#platform/db/schema/accounts.ts';
import { admissions, visits } from '#platform/db/schema/visits.ts';
import { clubDay, midnightOf } from './calendar.ts';
import { admissionsOf } from './demo-admission.ts';
import { type DemoCardHolder, demoCardHolders } from './demo-card-holders.ts';
import { demoChain, demoGymKeys, demoGyms } from './demo-gyms.ts';
import * as rowsOf from './demo-rows.ts';
import { findExpectedMembers } from './expected-members.ts';
import { fillGym } from './members-in.ts';
import { createRandom } from './random.ts';

const { chainId } = demoChain;

/**
 * Moves a demo chain of an earlier day to today: the demo cards show their cases again, the members who were in have
 * left, and others are in. On the same day it changes nothing.
 */
export async function renewDemo(sql: Sql, seed: number, now: Date): Promise<void> {
  const today = clubDay(now);
  const holders = await findHolders(sql, today);
  // the birth date of every demo card depends on the day of the last renewal
  if (holders.length === 0 || holders.some(({ named, stored }) => named.dateOfBirth === stored.dateOfBirth)) return;
  for (const holder of holders) await renewHolder(sql, holder, now);
  await checkOutEveryone(sql, midnightOf(today));
  await fillGyms(sql, seed, today, now);
}

interface Holder {
  named: DemoCardHolder;
  stored: { accountId: string; dateOfBirth: string | null; tan: string | null };
}

/** The holders of demo cards that are still members; a visitor may have deleted some. */
async function findHolders(sql: Sql, today: Temporal.PlainDate): Promise<Holder[]> {
  const named = new Map(demoCardHolders(today).map((member) => [member.membershipId, member]));
  const stored = await sql
    .select({
      membershipId: memberships.membershipId,
      accountId: memberships.accountId,
      dateOfBirth: chainProfiles.dateOfBirth,
      tan: memberships.tan,
    })
    .from(memberships)
    .innerJoin(
      chainProfiles,
      and(eq(chainProfiles.chainId, memberships.chainId), eq(chainProfiles.accountId, memberships.accountId)),
    )
    .where(and(eq(memberships.chainId, chainId), inArray(memberships.membershipId, [...named.keys()])));
  return stored.flatMap((member) => {
    const holder = named.get(member.membershipId);
    return holder ? [{ named: holder, stored: member }] : [];
  });
}

async function renewHolder(sql: Sql, { named, stored }: Holder, now: Date): Promise<void> {
  const { dateOfBirth, startOfContract, endOfContract, entitlement, shows } = named;
  const { accountId, tan } = stored;
  const isTheirs = (table: typeof chainProfiles | typeof memberships | typeof admissions) =>
    and(eq(table.chainId, chainId), eq(table.accountId, accountId));
  await sql.update(chainProfiles).set({ dateOfBirth }).where(isTheirs(chainProfiles));
  await sql.update(memberships).set({ startOfContract, endOfContract, updatedAt: now }).where(isTheirs(memberships));
  if (tan && entitlement) {
    const { startsOn, endsOn } = entitlement;
    await sql.update(tans).set({ startsOn, endsOn }).where(eq(tans.tan, tan));
  }
  if (shows === 'firstAdmission') await sql.delete(admissions).where(isTheirs(admissions));
}

/** Checks out members who came on an earlier day, after a usual stay. */
async function checkOutEveryone(sql: Sql, midnight: Date): Promise<void> {
  await sql.execute(statement`
    INSERT INTO visits (chain_id, gym_id, account_id, kind, occurred_at, recorded_at)
    SELECT chain_id, gym_id, account_id, 'CHECKOUT', left_at, left_at FROM (
      SELECT DISTINCT ON (gym_id, account_id) chain_id, gym_id, account_id, kind,
        least(occurred_at + interval '75 minutes', ${midnight}) AS left_at
      FROM visits WHERE chain_id = ${chainId} AND occurred_at < ${midnight}
      ORDER BY gym_id, account_id, occurred_at DESC, kind DESC
    ) latest
    WHERE kind = 'CHECKIN'
    ON CONFLICT DO NOTHING`);
}

async function fillGyms(sql: Sql, seed: number, today: Temporal.PlainDate, now: Date): Promise<void> {
  for (const gym of demoGymKeys) {
    const expected = await findExpectedMembers(sql, demoGyms[gym].gymId, now);
    const random = createRandom(seed, `members in ${gym} on ${today}`);
    const arrived = fillGym(random, gym, expected, now);
    if (arrived.length === 0) continue;
    const corporate = expected.filter(({ isCorporate }) => isCorporate).map(({ accountId }) => accountId);
    const admitted = admissionsOf(random, new Set(corporate), arrived);
    await sql.insert(visits).values(arrived.flatMap(rowsOf.visitRows));
    if (admitted.length > 0) await sql.insert(admissions).values(admitted.map(rowsOf.admissionRow));
  }
}
