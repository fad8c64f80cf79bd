import type { Sql } from '#platform/db/client.ts';
import { accounts, chainProfiles, gymRoles, memberships, tans } from '#platform/db/schema/accounts.ts';
import { nfcTokens, rfids } from '#platform/db/schema/cards.ts';
import { chains, gyms } from '#platform/db/schema/chains.ts';
import { bookings, products } from '#platform/db/schema/products.ts';
import { tasks } from '#platform/db/schema/tasks.ts';
import { admissions, visits } from '#platform/db/schema/visits.ts';
import type { DemoChainData } from './demo-chain.ts';
import { demoChain, demoGymKeys } from './demo-gyms.ts';
import * as rowsOf from './demo-rows.ts';
import type { DemoLocale } from './demo-words.ts';
import { insertAll } from './insert-all.ts';

/** Writes the demo chain into a database that does not have it, within the caller's transaction. */
export async function writeDemoChain(
  sql: Sql,
  data: DemoChainData,
  { now, locale }: { now: Date; locale: DemoLocale },
): Promise<void> {
  await sql.insert(chains).values({ ...demoChain, createdAt: now });
  await sql.insert(gyms).values(demoGymKeys.map((gym) => rowsOf.gymRow(gym, now)));
  const booked = await sql
    .insert(products)
    .values(demoGymKeys.flatMap((gym) => rowsOf.productRows(gym, locale)))
    .returning();

  const people = await insertAccounts(sql, data, now);
  await insertAll(sql, chainProfiles, people.map(rowsOf.profileRow));
  await insertAll(sql, tans, people.flatMap(rowsOf.tanRows));
  await insertAll(
    sql,
    memberships,
    people.map((member) => rowsOf.membershipRow(member, locale)),
  );
  await insertAll(sql, gymRoles, people.flatMap(rowsOf.roleRows));
  await insertAll(sql, rfids, people.flatMap(rowsOf.rfidRows));
  await insertAll(sql, nfcTokens, people.flatMap(rowsOf.nfcTokenRows));
  await insertAll(
    sql,
    bookings,
    data.bookings.map((booking) => rowsOf.bookingRow(booking, booked, now)),
  );
  await insertAll(sql, visits, data.visits.flatMap(rowsOf.visitRows));
  await insertAll(sql, admissions, data.admissions.map(rowsOf.admissionRow));
  await insertAll(
    sql,
    tasks,
    data.tasks.map((task) => rowsOf.taskRow(task, locale)),
  );
}

async function insertAccounts(sql: Sql, { members }: DemoChainData, now: Date): Promise<rowsOf.EnrolledMember[]> {
  const enrolled = members.map((member) => ({ ...member, ...rowsOf.membershipTimes(member, now) }));
  const numbered = await sql
    .insert(accounts)
    .values(enrolled.map(({ accountId, createdAt }) => ({ accountId, createdAt })))
    .returning();
  const legacyUserIds = new Map(numbered.map(({ accountId, legacyUserId }) => [accountId, legacyUserId]));
  return enrolled.map((member) => {
    const legacyUserId = legacyUserIds.get(member.accountId);
    if (legacyUserId === undefined) throw new Error('An account was not numbered.');
    return { ...member, legacyUserId };
  });
}
