import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { issueTan } from '#platform/services/tans/issue.ts';
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
  test('ends the membership; the chain keeps knowing the person, who may join again under the same account', async () => {
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

  test('3: the address of a former member of another name is refused', async () => {
    const gym = await platform.newGym();
    const { path, who } = await enrol(gym);
    await gym.ask('eraseAccountMembershipData', { path });
    const stranger = newMember({ email: who.email, firstName: 'Somebody', lastName: 'Else' });
    const { status, body } = await gym.ask('publishAccount', { body: stranger });
    expect([status, body.errorCode]).toEqual([409, 'forbiddenAccountMerge']);
  });

  test.each(['updateAccount', 'partialUpdate', 'addRFIDToUser', 'checkin', 'checkAdmission', 'getUserRfids'] as const)(
    '%s of somebody who left is 404 MEMBERSHIP',
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

  test('takes true and false for eraseMemberData, nothing else', async () => {
    const gym = await platform.newGym();
    const { path } = await enrol(gym);
    const { status } = await gym.ask('eraseAccountMembershipData', { path, query: { eraseMemberData: 'yes' } });
    expect(status).toBe(400);
  });
});

describe('DELETE with eraseMemberData=true', () => {
  /** Every row of every table, as text. */
  const everything = async (): Promise<string> => {
    const tables = await platform.rows<{ name: string }>(
      "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
    );
    const contents = [];
    for (const { name } of tables) contents.push(JSON.stringify(await platform.rows(`SELECT t::text FROM ${name} t`)));
    expect(tables.length).toBeGreaterThan(20);
    return contents.join('\n');
  };

  test('leaves no trace of the member in any table', async () => {
    const gym = await platform.newGym({ isInCorporateNetwork: true });
    const { tan } = await platform.operate((operator) => issueTan(operator, { startsOn: '2026-01-01' }));
    const canary = `canary${randomUUID()}`;
    const colleague = await createMember(gym);
    const body = newMember({
      email: `${canary}@example.org`,
      firstName: `${canary} first`,
      lastName: `${canary} last`,
      contact: { phone: canary, street: canary, city: canary },
      membership: { membershipId: canary, membershipType: 'CORPORATE_FITNESS', verificationTAN: tan, barcode: canary },
    });
    const { accountId } = (await gym.ask('publishAccount', { body })).body;
    const path = { accountId };
    const [product] = (await gym.ask('listGymProducts')).body;
    const rfid = `0x${randomUUID().replaceAll('-', '').toUpperCase()}`;
    const done = [
      await gym.ask('addRFIDToUser', { path, body: { rfid } }),
      await gym.ask('assignAccountNfcToken', { path, body: { token: canary } }),
      await gym.ask('checkin', { path, body: {} }),
      await gym.ask('checkAdmission', { path }),
      await gym.ask('assignRoles', { path, body: { trainer: true } }),
      await gym.ask('productBooking', { path, body: { productId: product.productId, endDate: '2027-01-01' } }),
      await gym.ask('sendPushNotificationByAccountId', { path, body: { text: canary } }),
      await gym.ask('createTask', {
        body: { name: canary, dueDate: '2026-12-01', authorId: colleague, targetId: accountId },
      }),
      await gym.ask('createTask', {
        body: {
          name: 'about a colleague',
          dueDate: '2026-12-01',
          authorId: accountId,
          targetId: colleague,
          completed: true,
        },
      }),
    ];
    expect(done.map(({ status }) => status < 300)).toEqual(done.map(() => true));
    const before = await everything();
    for (const trace of [canary, accountId, rfid, tan]) expect(before).toContain(trace);

    expect((await gym.ask('eraseAccountMembershipData', { path, query: { eraseMemberData: true } })).status).toBe(204);
    const after = await everything();
    for (const trace of [canary, accountId, rfid, tan]) expect(after).not.toContain(trace);
    expect((await gym.ask('getTasks')).body).toMatchObject([
      { name: 'about a colleague', targetId: colleague, completed: true },
    ]);
  });

  test('makes every look-up 404 ACCOUNT, and the person a stranger who may join anew', async () => {
    const gym = await platform.newGym();
    const { accountId, path, who, look } = await enrol(gym);
    await gym.ask('eraseAccountMembershipData', { path, query: { eraseMemberData: true } });
    expect(await look()).toEqual(['ACCOUNT', 'ACCOUNT', 'ACCOUNT', 'ACCOUNT']);
    expect((await gym.ask('retrieveAccountByMembershipId', { path: who })).body.metadata.entity).toBe('ACCOUNT');
    const joined = await gym.ask('publishAccount', { body: newMember({ email: who.email, firstName: 'Somebody' }) });
    expect(joined.status).toBe(201);
    expect(joined.body.accountId).not.toBe(accountId);
  });

  test('works for somebody whose membership ended before', async () => {
    const gym = await platform.newGym();
    const { path, look } = await enrol(gym);
    await gym.ask('eraseAccountMembershipData', { path });
    expect((await gym.ask('eraseAccountMembershipData', { path, query: { eraseMemberData: true } })).status).toBe(204);
    expect(await look()).toEqual(['ACCOUNT', 'ACCOUNT', 'ACCOUNT', 'ACCOUNT']);
  });

  test('leaves what another chain knows of the person', async () => {
    const gym = await platform.newGym();
    const other = await platform.newGym();
    const { accountId, path, who } = await enrol(gym);
    await other.ask('publishAccount', { body: newMember({ email: who.email }) });
    await gym.ask('eraseAccountMembershipData', { path, query: { eraseMemberData: true } });
    expect((await other.ask('retrieveAccount', { path })).body.accountId).toBe(accountId);
  });
});
