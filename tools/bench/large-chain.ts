import pg from 'pg';
import { randomIds, systemClock } from '#platform/base/clock-and-ids.ts';
import { openOperatorDatabase } from '#platform/db/client.ts';
import { createApiKey } from '#platform/services/api-keys/create.ts';
import { type CreatedGym, createGym } from '#platform/services/new-gyms/create.ts';
import { insertCards } from '#tools/testing/insert-cards.ts';

/** Members to request: so many that neighbouring requests never ask for the same one. */
const mostAsked = 20_000;
/**
 * So many that no key reaches its rate limit of 60 at once and 6 a second: the cost of limiting is measured, refusals
 * are not.
 */
const keyCount = 6_000;
/** Their access tokens have the same limit. Fewer, because every gym has analytics, which would run meanwhile. */
const gymCount = 600;

export interface LargeChain {
  chainId: string;
  gymId: string;
  memberCount: number;
  apiKeys: readonly string[];
  /** Each has one access token. */
  gyms: readonly Pick<CreatedGym, 'gymId' | 'legacyGymId' | 'accessToken'>[];
  members: readonly AskedMember[];
}

export interface AskedMember {
  accountId: string;
  userId: number;
  membershipId: string;
  email: string;
  firstName: string;
  lastName: string;
  gender: string;
  rfid: string;
}

/** A large gym in a chain of its own, with the data of a platform after long use. */
export async function writeLargeChain(databaseUrl: string, memberCount: number): Promise<LargeChain> {
  const { chainId, gymId, apiKeys, gyms } = await createGymsWithKeys(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    // skips foreign key checks, which would take most of the time, and triggers: the rows are consistent
    await client.query("SET LOCAL session_replication_role = 'replica'");
    await client.query(insertProfiles, [chainId, memberCount]);
    await client.query(insertMemberships, [chainId, gymId]);
    await client.query('INSERT INTO member_counts VALUES ($1, $2, gen_random_uuid(), $3)', [
      chainId,
      gymId,
      memberCount,
    ]);
    await client.query(insertCards, [chainId]);
    await client.query('COMMIT');
    await client.query('VACUUM (ANALYZE) accounts, chain_profiles, memberships, rfids, api_keys');
    const askedCount = Math.min(mostAsked, memberCount);
    const { rows } = await client.query<AskedMember>(selectAskedMembers, [chainId, askedCount]);
    if (rows.length !== askedCount) throw new Error(`The chain has ${rows.length} members with a card to ask for.`);
    return { chainId, gymId, memberCount, apiKeys, gyms, members: rows };
  } finally {
    await client.end();
  }
}

async function createGymsWithKeys(url: string) {
  const operatorDb = openOperatorDatabase({ url });
  try {
    return await operatorDb.transaction(async (sql) => {
      const operator = { sql, clock: systemClock, ids: randomIds };
      const timeZone = 'Europe/Berlin';
      const { chainId, gymId, ...first } = await createGym(operator, { name: 'Large gym', timeZone });
      const gyms: LargeChain['gyms'][number][] = [{ gymId, ...first }];
      while (gyms.length < gymCount) {
        gyms.push(await createGym(operator, { name: `Gym ${gyms.length}`, timeZone, chainId }));
      }
      const apiKeys: string[] = [];
      while (apiKeys.length < keyCount) {
        apiKeys.push(
          (await createApiKey(operator, { chainId, gymId, permissions: ['accounts', 'visits', 'export'] })).apiKey,
        );
      }
      return { chainId, gymId, apiKeys, gyms };
    });
  } finally {
    await operatorDb.close();
  }
}

const firstNames = `'{Lena,Paul,Anna,Felix,Mia,Jonas,Emma,Lukas,Clara,Moritz,Hannah}'::text[]`;
const lastNames = `'{Vogt,Brandt,Huber,Fischer,Weber,Wagner,Becker,Schulz,Koch,Richter,Klein,Wolf,Neumann}'::text[]`;
const oneOf = (names: string) => `(${names})[1 + legacy_user_id % cardinality(${names})]`;

const insertProfiles = `
  WITH made AS (
    INSERT INTO accounts (account_id, created_at)
    SELECT gen_random_uuid(), now() - n * interval '15 minutes' FROM generate_series(1, $2) n
    RETURNING *
  ), named AS (
    SELECT *, ${oneOf(firstNames)} AS first_name, ${oneOf(lastNames)} AS last_name FROM made
  )
  INSERT INTO chain_profiles (chain_id, account_id, legacy_user_id, email, first_name, last_name, date_of_birth,
    gender, phone, street, street_number, zip_code, city, country, created_at)
  SELECT $1, account_id, legacy_user_id, first_name || '.' || last_name || '.' || legacy_user_id || '@example.org',
    first_name, last_name, date '1950-01-01' + (legacy_user_id * 7919 % 20000)::int,
    CASE legacy_user_id % 2 WHEN 0 THEN 'FEMALE' ELSE 'MALE' END, '+49 151 ' || legacy_user_id, 'Lindenstraße',
    1 + legacy_user_id % 200, 80000 + legacy_user_id % 1000, 'Musterstadt', 'DE', created_at
  FROM named`;

const insertMemberships = `
  INSERT INTO memberships (chain_id, account_id, gym_id, membership_id, agreement_number, membership_type,
    start_of_contract, end_of_contract, barcode, created_at, updated_at)
  SELECT chain_id, account_id, $2, 'M-' || legacy_user_id, 'A-' || legacy_user_id,
    CASE legacy_user_id % 3 WHEN 0 THEN 'PREMIUM' ELSE 'BASIC' END, created_at::date, current_date + 365,
    2000000000000 + legacy_user_id, created_at, created_at + (now() - created_at) * random()
  FROM chain_profiles WHERE chain_id = $1`;

const selectAskedMembers = `
  SELECT account_id AS "accountId", legacy_user_id::int AS "userId", membership_id AS "membershipId", email,
    first_name AS "firstName", last_name AS "lastName", gender, rfid
  FROM chain_profiles JOIN memberships USING (chain_id, account_id) JOIN rfids USING (chain_id, account_id)
  WHERE chain_id = $1 ORDER BY random() LIMIT $2`;
