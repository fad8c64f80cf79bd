import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PlatformError } from '#platform/base/errors.ts';
import { isCollision, isLostMember } from '#platform/db/collisions.ts';
import type { Call } from '#platform/services/call.ts';
import { migrateMember } from '#platform/services/migration/migrate.ts';
import { publishMember } from '#platform/services/publishing/publish.ts';
import { callOf } from '#platform/testing/calls.ts';
import { during } from '#platform/testing/collide.ts';
import { createMember, hideFromV2, newMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { runStatements } from '#shared/testing/run-statements.ts';
import { seed } from '#shared/testing/seed.ts';
import { createAccount } from './create.ts';
import { endMembership } from './end-membership.ts';
import { eraseMember } from './erase.ts';

const platform = startTestPlatform();

interface Count {
  gymId: string;
  members: number;
}

const kept = () =>
  platform.rows<Count>(
    `SELECT gym_id AS "gymId", sum(members)::int AS members FROM member_counts
     GROUP BY gym_id HAVING sum(members) <> 0 ORDER BY gym_id`,
  );
const counted = () =>
  platform.rows<Count>(
    `SELECT gym_id AS "gymId", count(*)::int AS members FROM memberships WHERE is_known_to_v2
     GROUP BY gym_id ORDER BY gym_id`,
  );

const totalOf = async ({ ask }: TestGym, currentGymOnly: boolean) =>
  (await ask('listAccounts', { query: { currentGymOnly } })).body.total as number;

/** Some of the few people whose memberships begin, move and end all the time. */
const person = fc.integer({ min: 0, max: 29 });
const verbs = ['create', 'publish', 'migrate', 'end', 'erase'] as const;
const write = fc.record({ verb: fc.constantFrom(...verbs), person, gym: fc.nat({ max: 1 }) });
type Write = typeof write extends fc.Arbitrary<infer T> ? T : never;

async function run({ verb, person }: Write, call: Call): Promise<void> {
  const email = `${person}@example.org`;
  const membershipId = `M-${person}`;
  const [known] = await platform.rows<{ accountId: string; userId: number }>(
    `SELECT account_id AS "accountId", legacy_user_id::int AS "userId" FROM chain_profiles
     WHERE chain_id = $1 AND email = $2`,
    [call.chainId, email],
  );
  const everybody = { ...call, seesUnmigrated: true };
  const { accountId = email, userId = 0 } = known ?? {};
  switch (verb) {
    case 'create':
      return void (await createAccount(call, newMember({ email, membership: { membershipId } })));
    case 'publish':
      return void (await publishMember(everybody, {
        eMail: email,
        membershipId,
        firstName: 'Lena',
        lastName: 'Vogt',
        gender: 'FEMALE',
      }));
    case 'migrate':
      return void (await migrateMember(call, userId));
    case 'end':
      return endMembership(everybody, accountId);
    case 'erase':
      return eraseMember(everybody, accountId);
    default:
      verb satisfies never;
  }
}

const isRefusal = (error: unknown) => error instanceof PlatformError || isCollision(error) || isLostMember(error);

test(`the counts are those of the rows after 1,000 concurrent changes of any kind (TEST_SEED=${seed})`, async () => {
  const gym = await platform.newGym();
  const calls = [gym, await platform.newGym({ chainId: gym.chainId })].map((one) => callOf(platform, one));
  const writes = fc.sample(write, { seed, numRuns: 1_000 });
  const done = new Map<string, number>();
  const lane = async () => {
    for (let next = writes.pop(); next; next = writes.pop()) {
      const { verb } = next;
      const call = calls[next.gym];
      if (!call) continue;
      await run(next, call).then(
        () => done.set(verb, (done.get(verb) ?? 0) + 1),
        (error: unknown) => expect(isRefusal(error), String(error)).toBe(true),
      );
    }
  };
  await Promise.all(Array.from({ length: 10 }, lane));
  expect(await kept()).toEqual(await counted());
  // each kind has changed something
  for (const verb of verbs) expect(done.get(verb), verb).toBeGreaterThan(20);
});

test('members of the gym and of its chain are counted, those of other chains and those to migrate are not', async () => {
  const gym = await platform.newGym();
  const sibling = await platform.newGym({ chainId: gym.chainId });
  await createMember(await platform.newGym());
  await createMember(sibling);
  await createMember(gym);
  await hideFromV2(platform, await createMember(gym));
  expect(await Promise.all([totalOf(gym, true), totalOf(gym, false)])).toEqual([1, 2]);
});

test('a change of members waits for no other one that is counted in the same gym', async () => {
  const gym = await platform.newGym();
  const [first, second] = [await createMember(gym), await createMember(gym)];
  await during(platform, `DELETE FROM memberships WHERE account_id = '${first}'`, async (commit) => {
    await endMembership(callOf(platform, gym), second);
    expect(await totalOf(gym, true)).toBe(1);
    await commit();
  });
  expect(await totalOf(gym, true)).toBe(0);
  await createMember(gym);
  expect(await kept()).toEqual(await counted());
});

test('an upgrade counts the members that are there', async () => {
  const gym = await platform.newGym();
  for (let i = 0; i < 3; i += 1) await createMember(gym);
  await platform.rows('DROP FUNCTION count_members() CASCADE');
  await platform.rows('DROP FUNCTION add_to_member_count(uuid, uuid, integer)');
  await platform.rows('DROP TABLE member_counts');
  // not the migrations since then, which the database has
  const migration = fileURLToPath(import.meta.resolve('#platform/db/migrations/0003_member_counts.sql'));
  await runStatements(platform.rows, await readFile(migration, 'utf8'));
  expect(await kept()).toEqual(await counted());
  expect(await totalOf(gym, true)).toBe(3);
});
