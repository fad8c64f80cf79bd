import { eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import type { Sql } from '#platform/db/client.ts';
import { accounts, chainProfiles, memberships } from '#platform/db/schema/accounts.ts';
import { insertAll } from './insert-all.ts';
import { inventEmail, inventPerson } from './invented-person.ts';
import { createRandom } from './random.ts';

interface NewTrainees {
  chainId: string;
  gymId: string;
  seed: number;
  /** The last day with training. People started by then, most of them long before. */
  lastDay: string;
  count: number;
  /** Members of the gym, or people without a membership, who train as guests. */
  kind: 'member' | 'guest';
}

/**
 * Creates invented people for a gym that has too few; deterministic per gym and seed. No events are emitted for them.
 */
export async function writeTrainees(sql: Sql, trainees: NewTrainees, now: Date): Promise<void> {
  const { chainId, gymId, kind } = trainees;
  const known = await sql
    .select({ accountId: chainProfiles.accountId })
    .from(chainProfiles)
    .where(eq(chainProfiles.chainId, chainId));
  const people = inventTrainees(trainees, new Set(known.map(({ accountId }) => accountId)));
  const numbered = await insertNumbered(sql, people, now);
  await insertAll(
    sql,
    chainProfiles,
    people.map(({ startsOn: _startsOn, ...person }) => ({
      ...person,
      chainId,
      legacyUserId: numbered.get(person.accountId) ?? 0,
      createdAt: now,
    })),
  );
  if (kind === 'guest') return;
  await insertAll(
    sql,
    memberships,
    people.map(({ accountId, startsOn }) => ({
      chainId,
      accountId,
      gymId,
      membershipId: `T-${accountId.slice(0, 13)}`,
      membershipType: 'BASIC' as const,
      startOfContract: startsOn,
      createdAt: now,
      updatedAt: now,
    })),
  );
}

async function insertNumbered(
  sql: Sql,
  people: readonly { accountId: string }[],
  now: Date,
): Promise<Map<string, number>> {
  await insertAll(
    sql,
    accounts,
    people.map(({ accountId }) => ({ accountId, createdAt: now })),
  );
  const rows = await sql.select().from(accounts);
  return new Map(rows.map(({ accountId, legacyUserId }) => [accountId, legacyUserId]));
}

function inventTrainees({ gymId, seed, lastDay, count, kind }: NewTrainees, known: ReadonlySet<string>) {
  const today = Temporal.PlainDate.from(lastDay);
  const people = [];
  for (let index = 0; people.length < count; index += 1) {
    const random = createRandom(seed, `${kind} ${gymId} ${index}`);
    const accountId = random.uuid();
    if (known.has(accountId)) continue;
    const person = inventPerson(random, today);
    const email = inventEmail(random, person, 0).replace('@', `.${accountId.slice(0, 13)}@`);
    const startsOn = today.subtract({ days: random.integer(0, 1_200) }).toString();
    people.push({ ...person, accountId, email, startsOn });
  }
  return people;
}
