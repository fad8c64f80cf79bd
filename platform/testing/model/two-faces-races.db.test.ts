import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { collideAt } from '#platform/testing/collide.ts';
import { newMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { newPublished } from '#platform/testing/published.ts';
import { withoutKey } from '#platform/testing/without-key.ts';
import { until } from '#shared/testing/until.ts';

const platform = startTestPlatform();

const newIdentity = () => {
  const unique = randomUUID();
  return { email: `${unique}@example.org`, lastName: 'Vogt', membershipId: `M-${unique}` };
};
type Identity = ReturnType<typeof newIdentity>;

const publish = (gym: TestGym, { email: eMail, ...identity }: Identity) =>
  gym.askV1('publishUser', { body: newPublished({ eMail, ...identity }) });
const create = (gym: TestGym, { email, lastName, membershipId }: Identity) =>
  gym.ask('publishAccount', { body: newMember({ email, lastName, membership: { membershipId } }) });
const membersOf = ({ chainId }: TestGym) =>
  platform.rows<{ id: string; isMigrated: boolean }>(
    `SELECT membership_id AS id, is_known_to_v2 AS "isMigrated"
     FROM memberships JOIN chain_profiles USING (chain_id, account_id) WHERE chain_id = $1`,
    [chainId],
  );

test('one person sent concurrently through both interfaces is one member, visible to both', async () => {
  const gym = await platform.newGym();
  const lena = newIdentity();
  const four = Array.from({ length: 4 });
  const answers = await collideAt(platform, 'chain_profiles', [
    ...four.map(() => () => publish(gym, lena)),
    ...four.map(() => () => create(gym, lena)),
  ]);
  expect(answers.slice(0, 4).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(answers.slice(0, 4).map(({ body }) => body.userId)).size).toBe(1);
  expect(
    answers
      .slice(4)
      .map(({ status }) => status)
      .toSorted(),
  ).toEqual([201, 409, 409, 409]);
  expect(await membersOf(gym)).toEqual([{ id: lena.membershipId, isMigrated: true }]);
});

/** Two people, each created through another interface at the same moment. */
async function race(shared: Partial<Identity>) {
  const gym = await platform.newGym();
  const answers = await collideAt(platform, 'chain_profiles', [
    () => publish(gym, { ...newIdentity(), ...shared }),
    () => create(gym, { ...newIdentity(), lastName: 'Brandt', ...shared }),
  ]);
  return { refused: answers.filter(({ status }) => status === 409).length, members: (await membersOf(gym)).length };
}

test.each([
  ['e-mail address', () => ({ email: newIdentity().email })],
  ['membership id', () => ({ membershipId: newIdentity().membershipId })],
])('of two people with one %s, sent concurrently through different interfaces, one is refused', async (_, shared) => {
  expect(await race(shared())).toEqual({ refused: 1, members: 1 });
});

test('control: without the unique membership id there would be both', async () => {
  const key = {
    drop: 'DROP INDEX memberships_membership_id',
    add: 'CREATE UNIQUE INDEX memberships_membership_id ON memberships (chain_id, membership_id)',
  };
  // they are released at once, and one may still see the other: such a race shows nothing
  const both = () =>
    until(async () => {
      const { membershipId } = newIdentity();
      expect(await race({ membershipId })).toEqual({ refused: 0, members: 2 });
    });
  await withoutKey(platform, 'memberships', key, both);
});
