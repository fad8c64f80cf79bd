import { randomIds, systemClock } from '#platform/base/clock-and-ids.ts';
import { openOperatorDatabase } from '#platform/db/client.ts';
import { createGym } from '#platform/services/new-gyms/create.ts';
import { openProgramDatabase } from '#programs/postgresql/program-database.ts';
import type { Member } from '#tools/chaos/members.ts';
import { insertCards } from '#tools/testing/insert-cards.ts';
import { ownSurroundings } from '#tools/testing/own-surroundings.ts';
import type { Stack } from '#tools/testing/stack.ts';
import type { InDatabase } from '#tools/testing/with-database.ts';

/** A gym of the platform, as a desk needs it. */
export interface HerdGym {
  /** Also the id of the desk's location. */
  gymId: string;
  name: string;
  apiKey: string;
  members: readonly Member[];
}

/** Creates gyms of one chain, with members of their own. */
export async function makeGyms(
  stack: Stack,
  inDatabase: InDatabase,
  { count, members }: { count: number; members: number },
): Promise<HerdGym[]> {
  const database = await openProgramDatabase('platform', stack.dataDir, 'share', ownSurroundings());
  const operatorDb = openOperatorDatabase({ url: database.url });
  try {
    const made = await operatorDb.transaction(async (sql) => {
      const operator = { sql, clock: systemClock, ids: randomIds };
      const gyms: (Omit<HerdGym, 'members'> & { chainId: string })[] = [];
      while (gyms.length < count) {
        const name = `Gym ${gyms.length + 1}`;
        const gym = await createGym(operator, { name, timeZone: 'Europe/Berlin', chainId: gyms[0]?.chainId });
        gyms.push({ name, gymId: gym.gymId, chainId: gym.chainId, apiKey: gym.apiKey });
      }
      return gyms;
    });
    const chainId = made[0]?.chainId;
    return inDatabase('platform', async (client) => {
      await client.query(insertProfiles, [chainId, count * members]);
      await client.query(insertMemberships, [chainId, made.map(({ gymId }) => gymId)]);
      await client.query(insertCards, [chainId]);
      const { rows } = await client.query<Member & { gymId: string }>(selectMembers, [chainId]);
      const byGym = Map.groupBy(rows, ({ gymId }) => gymId);
      return made.map(({ chainId: _, ...gym }) => ({ ...gym, members: byGym.get(gym.gymId) ?? [] }));
    });
  } finally {
    await operatorDb.close();
    await database.stop();
  }
}

const insertProfiles = `
  WITH made AS (
    INSERT INTO accounts (account_id, created_at) SELECT gen_random_uuid(), now() - interval '1 year' FROM generate_series(1, $2)
    RETURNING *
  )
  INSERT INTO chain_profiles (chain_id, account_id, legacy_user_id, email, first_name, last_name, created_at)
  SELECT $1, account_id, legacy_user_id, legacy_user_id || '@example.org', 'Lena', 'Vogt ' || legacy_user_id, created_at
  FROM made`;

const insertMemberships = `
  INSERT INTO memberships (chain_id, account_id, gym_id, membership_id, agreement_number, membership_type,
    start_of_contract, end_of_contract, barcode, created_at, updated_at)
  SELECT chain_id, account_id, ($2::uuid[])[1 + n % cardinality($2::uuid[])], 'M-' || legacy_user_id, 'A-' || legacy_user_id,
    'PREMIUM', created_at::date, current_date + 365, 2000000000000 + legacy_user_id, created_at, created_at
  FROM (SELECT *, row_number() OVER () AS n FROM chain_profiles WHERE chain_id = $1) profiles`;

const selectMembers = `
  SELECT account_id AS "accountId", rfid AS card, gym_id AS "gymId"
  FROM memberships JOIN rfids USING (chain_id, account_id) WHERE chain_id = $1`;
