import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createMember, newMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';

const platform = startTestPlatform();

const newIdentity = () => ({
  email: `canary-${randomUUID()}@example.org`,
  membershipId: `canary-${randomUUID()}`,
  rfid: `0x${randomUUID().replaceAll('-', '').toUpperCase()}`,
  token: `canary-${randomUUID()}`,
});

async function enrol(gym: TestGym, who = newIdentity()) {
  const accountId = await createMember(gym, { email: who.email, membership: { membershipId: who.membershipId } });
  const path = { accountId };
  await gym.ask('addRFIDToUser', { path, body: { rfid: who.rfid } });
  await gym.ask('assignAccountNfcToken', { path, body: { token: who.token } });
  const look = async () => {
    const answers = [
      await gym.ask('retrieveAccount', { path }),
      await gym.ask('getByEmail', { path: who }),
      await gym.ask('getByRfid', { path: who }),
      await gym.ask('getByNfc', { path: { nfc: who.token } }),
    ];
    return answers.map(({ status, body }) => body.metadata?.entity ?? status);
  };
  return { accountId, path, who, look };
}

describe('DELETE', () => {
  test('ends the membership; the chain keeps the person, who may join again with the same account', async () => {
    const gym = await platform.newGym();
    const { accountId, path, who, look } = await enrol(gym);
    expect((await gym.ask('eraseAccountMembershipData', { path })).status).toBe(204);
    expect(await look()).toEqual(['MEMBERSHIP', 'MEMBERSHIP', 'MEMBERSHIP', 'MEMBERSHIP']);
    expect((await gym.ask('retrieveAccountByMembershipId', { path: who })).status).toBe(404);
    expect((await gym.ask('eraseAccountMembershipData', { path })).body.metadata.entity).toBe('MEMBERSHIP');
    expect((await gym.ask('listAccounts')).body.total).toBe(0);

    const again = newMember({ email: who.email, membership: { membershipId: who.membershipId } });
    const joined = await gym.ask('publishAccount', { body: again });
    expect([joined.status, joined.body.accountId]).toEqual([201, accountId]);
    expect(await look()).toEqual([200, 200, 200, 200]);
  });

  test('3: the address of a former member with another name is refused', async () => {
    const gym = await platform.newGym();
    const { path, who } = await enrol(gym);
    await gym.ask('eraseAccountMembershipData', { path });
    const stranger = newMember({ email: who.email, firstName: 'Somebody', lastName: 'Else' });
    const { status, body } = await gym.ask('publishAccount', { body: stranger });
    expect([status, body.errorCode]).toEqual([409, 'forbiddenAccountMerge']);
  });

  test.each(['updateAccount', 'partialUpdate', 'addRFIDToUser', 'checkin', 'checkAdmission', 'getUserRfids'] as const)(
    '%s of a former member is 404 MEMBERSHIP',
    async (operation) => {
      const gym = await platform.newGym();
      const { path } = await enrol(gym);
      await gym.ask('eraseAccountMembershipData', { path });
      const bodies = {
        updateAccount: newMember(),
        partialUpdate: {},
        addRFIDToUser: { rfid: '0xAB' },
        checkin: {},
        checkAdmission: undefined,
        getUserRfids: undefined,
      };
      const { status, body } = await gym.ask(operation, { path, body: bodies[operation] });
      expect([status, body.metadata.entity]).toEqual([404, 'MEMBERSHIP']);
    },
  );

  test('accepts only true and false for eraseMemberData', async () => {
    const gym = await platform.newGym();
    const { path } = await enrol(gym);
    const { status } = await gym.ask('eraseAccountMembershipData', { path, query: { eraseMemberData: 'yes' } });
    expect(status).toBe(400);
  });
});

describe('DELETE with eraseMemberData=true', () => {
  test('keeps the tasks the member created or completed for others, without their name', async () => {
    const gym = await platform.newGym();
    const colleague = await createMember(gym);
    const { accountId, path } = await enrol(gym);
    const task = { name: 'about a colleague', dueDate: '2026-12-01', targetId: colleague };
    const about = { ...task, name: 'about the member', authorId: colleague, targetId: accountId };
    await gym.ask('createTask', { body: { ...task, authorId: accountId, completed: true } });
    await gym.ask('createTask', { body: about });
    await gym.ask('eraseAccountMembershipData', { path, query: { eraseMemberData: true } });
    const { body } = await gym.ask('getTasks');
    expect(body).toMatchObject([{ ...task, completed: true }]);
    expect([body[0].authorId, body[0].completerId]).toEqual([undefined, undefined]);
  });

  test('makes every look-up 404 ACCOUNT, and the person gets a new account when joining again', async () => {
    const gym = await platform.newGym();
    const { accountId, path, who, look } = await enrol(gym);
    await gym.ask('eraseAccountMembershipData', { path, query: { eraseMemberData: true } });
    expect(await look()).toEqual(['ACCOUNT', 'ACCOUNT', 'ACCOUNT', 'ACCOUNT']);
    expect((await gym.ask('retrieveAccountByMembershipId', { path: who })).body.metadata.entity).toBe('ACCOUNT');
    const joined = await gym.ask('publishAccount', { body: newMember({ email: who.email, firstName: 'Somebody' }) });
    expect(joined.status).toBe(201);
    expect(joined.body.accountId).not.toBe(accountId);
  });

  test('works for a person whose membership has already ended', async () => {
    const gym = await platform.newGym();
    const { path, look } = await enrol(gym);
    await gym.ask('eraseAccountMembershipData', { path });
    expect((await gym.ask('eraseAccountMembershipData', { path, query: { eraseMemberData: true } })).status).toBe(204);
    expect(await look()).toEqual(['ACCOUNT', 'ACCOUNT', 'ACCOUNT', 'ACCOUNT']);
  });

  test('keeps the data of the person in another chain', async () => {
    const gym = await platform.newGym();
    const other = await platform.newGym();
    const { accountId, path, who } = await enrol(gym);
    await other.ask('publishAccount', { body: newMember({ email: who.email }) });
    await gym.ask('eraseAccountMembershipData', { path, query: { eraseMemberData: true } });
    expect((await other.ask('retrieveAccount', { path })).body.accountId).toBe(accountId);
  });
});
