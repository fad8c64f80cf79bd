import { eq, type SQL } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import { chainProfiles, gymRoles, memberships, tans } from '#platform/db/schema/accounts.ts';
import { nfcTokens, rfids } from '#platform/db/schema/cards.ts';
import { bookings, products } from '#platform/db/schema/products.ts';
import { tasks } from '#platform/db/schema/tasks.ts';
import { admissions, visits } from '#platform/db/schema/visits.ts';
import type { DemoChainData } from './demo-chain.ts';
import { demoChain } from './demo-gyms.ts';
import * as rowsOf from './demo-rows.ts';
import type { DemoLocale } from './demo-words.ts';
import { insertAccounts } from './insert-accounts.ts';
import { insertAll } from './insert-all.ts';

interface WriteOptions {
  now: Date;
  locale: DemoLocale;
  /** What happens to entitlements and visits that exist, as SQL; without it, the writing fails. */
  onKnown?: { tan: SQL; visit: SQL };
}

/**
 * Writes the members of the demo chain with all that is theirs. A profile that exists is overwritten.
 */
export async function writeDemoMembers(
  sql: Sql,
  data: DemoChainData,
  { now, locale, onKnown }: WriteOptions,
): Promise<void> {
  const offered = await sql.select().from(products).where(eq(products.chainId, demoChain.chainId));
  const people = await enrol(sql, data, now);
  await insertAll(sql, chainProfiles, people.map(rowsOf.profileRow), rowsOf.overwriteProfile);
  await insertAll(sql, tans, people.flatMap(rowsOf.tanRows), onKnown?.tan);
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
    data.bookings.map((booking) => rowsOf.bookingRow(booking, offered, now)),
  );
  await insertAll(sql, visits, data.visits.flatMap(rowsOf.visitRows), onKnown?.visit);
  await insertAll(sql, admissions, data.admissions.map(rowsOf.admissionRow));
  await insertAll(
    sql,
    tasks,
    data.tasks.map((task) => rowsOf.taskRow(task, locale)),
  );
}

async function enrol(sql: Sql, { members }: DemoChainData, now: Date): Promise<rowsOf.EnrolledMember[]> {
  const enrolled = members.map((member) => ({ ...member, ...rowsOf.membershipTimes(member, now) }));
  const numbered = await insertAccounts(sql, enrolled);
  return enrolled.map((member, index) => {
    const { legacyUserId = 0 } = numbered[index] ?? {};
    return { ...member, legacyUserId };
  });
}
