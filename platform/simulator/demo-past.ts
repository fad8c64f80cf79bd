import { and, eq, lt, sql as statement } from 'drizzle-orm';
import type { OperatorDatabase, Sql } from '#platform/db/client.ts';
import { memberships } from '#platform/db/schema/accounts.ts';
import { admissions, type VisitKind, visits } from '#platform/db/schema/visits.ts';
import { clubDay, midnightOf } from './calendar.ts';
import { admissionsOf, corporateIdsOf, type DemoAdmission } from './demo-admission.ts';
import { demoChain } from './demo-gyms.ts';
import type { DemoMember } from './demo-member.ts';
import { inventMembers } from './demo-members.ts';
import * as rowsOf from './demo-rows.ts';
import { insertAll } from './insert-all.ts';
import { type DemoVisit, earlierVisitsEnd, inventEarlierVisits } from './invent-visits.ts';
import { createRandom } from './random.ts';

const { chainId } = demoChain;

interface DemoVisitEvent {
  gym: string;
  accountId: string;
  kind: VisitKind;
  /** ISO instant. */
  at: string;
  /** Of an arrival of a corporate member. */
  admission: { id: string; isFirst: boolean } | null;
}

/**
 * Writes the visits of the last 90 days that the start of the demo left out, with their corporate admissions, and returns all of
 * them for the data of a new desk. Idempotent.
 */
export async function writeDemoPast(database: OperatorDatabase, seed: number, now: Date): Promise<DemoVisitEvent[]> {
  return database.transaction(async (sql) => {
    await writeEarlierVisits(sql, seed, now);
    const { rows } = await sql.execute<Omit<DemoVisitEvent, 'at'> & { at: Date }>(statement`
      WITH admitted AS (
        SELECT *, row_number() OVER (PARTITION BY gym_id, account_id ORDER BY admitted_at) = 1 AS is_first
        FROM admissions WHERE chain_id = ${chainId}
      )
      SELECT g.name AS gym, v.account_id AS "accountId", v.kind, v.occurred_at AS at,
        CASE WHEN a.admission_id IS NOT NULL
          THEN json_build_object('id', a.admission_id, 'isFirst', a.is_first) END AS admission
      FROM visits v JOIN gyms g ON g.chain_id = v.chain_id AND g.gym_id = v.gym_id
      LEFT JOIN admitted a ON v.kind = 'CHECKIN' AND a.gym_id = v.gym_id AND a.account_id = v.account_id
        AND a.admitted_at = v.occurred_at
      WHERE v.chain_id = ${chainId} AND v.occurred_at < ${midnightOf(clubDay(now))}
      ORDER BY v.occurred_at, v.account_id`);
    return rows.map(({ at, ...event }) => ({ ...event, at: new Date(at).toISOString() }));
  });
}

/** The visits before those of the start, with their corporate admissions. */
export function inventPast(
  seed: number,
  members: readonly DemoMember[],
  now: Date,
): { visits: DemoVisit[]; admissions: DemoAdmission[] } {
  const earlier = inventEarlierVisits(seed, members, now);
  const random = createRandom(seed, 'earlier admissions');
  return { visits: earlier, admissions: admissionsOf(random, corporateIdsOf(members), earlier) };
}

async function writeEarlierVisits(sql: Sql, seed: number, now: Date): Promise<void> {
  const isEarlier = and(eq(visits.chainId, chainId), lt(visits.occurredAt, earlierVisitsEnd(now)));
  if ((await sql.select({ at: visits.occurredAt }).from(visits).where(isEarlier).limit(1)).length > 0) return;
  // a visitor may have deleted some; the lock keeps the others until the end of the transaction
  const known = await sql
    .select({ accountId: memberships.accountId })
    .from(memberships)
    .where(eq(memberships.chainId, chainId))
    .for('key share');
  const ids = new Set(known.map(({ accountId }) => accountId));
  const members = inventMembers(seed, clubDay(now));
  const earlier = inventEarlierVisits(seed, members, now).filter(({ accountId }) => ids.has(accountId));
  await insertAll(sql, visits, earlier.flatMap(rowsOf.visitRows));
  const admitted = admissionsOf(createRandom(seed, 'earlier admissions'), corporateIdsOf(members), earlier);
  await insertAll(sql, admissions, admitted.map(rowsOf.admissionRow));
}
