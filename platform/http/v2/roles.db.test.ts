import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { collideAt } from '#platform/testing/collide.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';

const platform = startTestPlatform();

async function gymWithMember() {
  const gym = await platform.newGym();
  const path = { accountId: await createMember(gym) };
  return {
    gym,
    path,
    assign: (body: unknown) => gym.ask('assignRoles', { path, body }),
    roles: async () => (await gym.ask('getRoles', { path })).body,
  };
}

const rolesIn = (gym: TestGym) =>
  platform.rows('SELECT * FROM gym_roles WHERE chain_id = $1 ORDER BY gym_id, account_id', [gym.chainId]);

test('a member has no roles at first', async () => {
  const { roles } = await gymWithMember();
  expect(await roles()).toEqual({ trainer: false, gymOwner: false });
});

test('a role that is absent from the request is unchanged', async () => {
  const { assign, roles } = await gymWithMember();
  expect((await assign({ trainer: true })).status).toBe(204);
  expect(await roles()).toEqual({ trainer: true, gymOwner: false });
  await assign({ gymOwner: true });
  expect(await roles()).toEqual({ trainer: true, gymOwner: true });
  await assign({ trainer: false, gymOwner: null });
  expect(await roles()).toEqual({ trainer: false, gymOwner: true });
  await assign({});
  expect(await roles()).toEqual({ trainer: false, gymOwner: true });
});

test('two roles granted concurrently are both granted', async () => {
  const { assign, roles } = await gymWithMember();
  await collideAt(platform, 'gym_roles', [() => assign({ trainer: true }), () => assign({ gymOwner: true })]);
  expect(await roles()).toEqual({ trainer: true, gymOwner: true });
});

test('a role applies to one gym, not to its chain', async () => {
  const { gym, path, assign } = await gymWithMember();
  await assign({ trainer: true });
  const sibling = await platform.newGym({ chainId: gym.chainId });
  expect((await sibling.ask('getRoles', { path })).body).toEqual({ trainer: false, gymOwner: false });
});

test('any value but true and false returns 400', async () => {
  const { assign, roles } = await gymWithMember();
  const { status, body } = await assign({ trainer: 'yes', gymOwner: 1 });
  expect([status, body.errorCode, body.fieldErrors]).toMatchObject([
    400,
    'invalidArguments',
    [{ name: 'trainer' }, { name: 'gymOwner' }],
  ]);
  expect(await roles()).toEqual({ trainer: false, gymOwner: false });
});

test("another chain's member has no visible roles, and cannot get any", async () => {
  const { gym, path, assign } = await gymWithMember();
  await assign({ trainer: true });
  const before = await rolesIn(gym);
  const stranger = await platform.newGym();
  for (const accountId of [path.accountId, randomUUID(), 'somebody']) {
    for (const { status, body } of [
      await stranger.ask('getRoles', { path: { accountId } }),
      await stranger.ask('assignRoles', { path: { accountId }, body: { gymOwner: true } }),
    ]) {
      expect([status, body.metadata]).toEqual([404, { entity: 'ACCOUNT' }]);
    }
  }
  expect(await rolesIn(gym)).toEqual(before);
  expect(await rolesIn(stranger)).toEqual([]);
});
