import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import type { TestGym, TestPlatform } from './platform.ts';

interface LargeChain {
  gym: TestGym;
  sibling: TestGym;
  /** Runs like a request of the chain, with row-level security: PostgreSQL then uses fewer conditions for an index. */
  client: pg.Client;
}

/**
 * A chain of two gyms with 5,000 members, a twentieth of them in the first one: enough that a full scan is never the
 * best plan.
 * @param fill writes further rows before ANALYZE
 */
export function startLargeChain(platform: TestPlatform, fill: (chain: LargeChain) => Promise<void>): LargeChain {
  const chain = {} as LargeChain; // safe because: beforeAll sets all of it
  beforeAll(async () => {
    const gym = await platform.newGym();
    const sibling = await platform.newGym({ chainId: gym.chainId });
    const client = new pg.Client({ connectionString: platform.url });
    Object.assign(chain, { gym, sibling, client });
    for (const [statement, values] of insertMembers(gym, sibling)) await platform.rows(statement, values);
    await fill(chain);
    await platform.rows('ANALYZE');
    await client.connect();
    await client.query('SET ROLE front_desk_platform');
    await client.query("SELECT set_config('app.chain_id', $1, false)", [gym.chainId]);
  }, 60_000);
  afterAll(() => chain.client.end());
  return chain;
}

const insertMembers = ({ chainId, gymId }: TestGym, sibling: TestGym): [statement: string, values: string[]][] => [
  ['INSERT INTO accounts (account_id, created_at) SELECT gen_random_uuid(), now() FROM generate_series(1, 5000)', []],
  [
    `INSERT INTO chain_profiles (chain_id, account_id, legacy_user_id, email, first_name, last_name, created_at)
     SELECT $1, account_id, legacy_user_id, legacy_user_id || '@example.org', 'A', 'B', now() FROM accounts`,
    [chainId],
  ],
  [
    `INSERT INTO memberships (chain_id, account_id, gym_id, membership_id, created_at, updated_at)
     SELECT $1, account_id, CASE WHEN legacy_user_id % 20 = 0 THEN $2 ELSE $3 END::uuid, legacy_user_id, now(),
       now() - legacy_user_id * interval '1 minute' FROM accounts`,
    [chainId, gymId, sibling.gymId],
  ],
];
