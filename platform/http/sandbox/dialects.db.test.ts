import { describe, expect, test } from 'vitest';
import { type OperationId, operations } from '#contracts/v2/operations.ts';
import { type Asked, readAnswer, type TestAnswer } from '#platform/testing/client.ts';
import { newMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym, type TestPlatform } from '#platform/testing/platform.ts';

/** Calls without checking the response against our platform's contract. */
const askerOf =
  (platform: TestPlatform, { apiKey }: Pick<TestGym, 'apiKey'>) =>
  async (operation: OperationId, { path = {}, query = {}, body }: Asked = {}): Promise<TestAnswer> => {
    const { method, path: template } = operations[operation];
    const filled = template.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(path[name])));
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    return readAnswer(
      await platform.app.request(`${filled}?${search}`, {
        method,
        headers: { 'x-api-key': apiKey, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
    );
  };

const standing = startTestPlatform();
const strict = startTestPlatform({ dialect: 'strict' });
const other = startTestPlatform({ dialect: 'other' });

describe.each([
  ['strict', strict, 'fieldErrors'],
  ['other', other, 'errors'],
] as const)('the dialect "%s"', (_, platform, fieldErrors) => {
  test.each<[string, OperationId, Asked]>([
    ['a null', 'addRFIDToUser', { body: { rfid: '0x04AB', tagFormat: null } }],
    ['a nested null', 'publishAccount', { body: { ...newMember(), contact: { phone: null } } }],
    ['a read-only field', 'publishAccount', { body: { ...newMember(), accountId: 'mine' } }],
    ['an unknown field', 'checkin', { body: { at: 1 } }],
    ['an unknown parameter', 'listAccounts', { query: { page: 1 } }],
    ['an id that is not a UUID', 'sendPushNotificationByAccountId', { body: { text: 'Hello' } }],
  ])('refuses %s with the name of the field, which the platform itself accepts', async (_, operation, asked) => {
    const path = { accountId: 'somebody' };
    const answer = await askerOf(platform, await platform.newGym())(operation, { path, ...asked });
    expect(answer).toMatchObject({ status: 400, body: { errorCode: 'invalidArguments' } });
    expect(answer.body[fieldErrors]).toHaveLength(1);
    const borne = await askerOf(standing, await standing.newGym())(operation, { path, ...asked });
    expect(borne.status).not.toBe(400);
  });

  test('refuses a body that is not an object', async () => {
    const ask = askerOf(platform, await platform.newGym());
    const answer = await ask('checkin', { path: { accountId: 'somebody' }, body: [] });
    expect(answer).toMatchObject({ status: 400, body: { errorCode: 'invalidRequest' } });
  });
});

test('the dialect "strict" responds as the platform does', async () => {
  const gym = await strict.newGym();
  const { status, body } = await gym.ask('publishAccount', { body: newMember() });
  expect(status).toBe(201);
  const path = { accountId: body.accountId };
  expect((await gym.ask('addRFIDToUser', { path, body: { rfid: '0x04ab' } })).body).toEqual({ rfid: '0x04AB' });
  expect((await gym.ask('checkin', { path, body: {} })).status).toBe(204);
});

describe('the dialect "other"', () => {
  async function newMemberOf() {
    const ask = askerOf(other, await other.newGym());
    const { status, body } = await ask('publishAccount', { body: newMember() });
    return { ask, status, path: { accountId: body.accountId as string } };
  }

  test('returns 200 where the platform has another success status, with a body or without', async () => {
    const { ask, status, path } = await newMemberOf();
    expect(status).toBe(200);
    expect(await ask('checkin', { path, body: {} })).toMatchObject({ status: 200, body: {} });
    expect(await ask('partialUpdate', { path, body: { firstName: 'Eva' } })).toMatchObject({ status: 200 });
    expect((await ask('deleteImage', { path })).body).toBeUndefined();
    expect(await ask('updateUsersRfids', { path, body: { rfids: [] } })).toMatchObject({ status: 200, body: {} });
  });

  test('returns cards in lower case, and knows them by that alone', async () => {
    const { ask, path } = await newMemberOf();
    await ask('addRFIDToUser', { path, body: { rfid: '0x04AB' } });
    expect((await ask('getUserRfids', { path })).body).toEqual([{ rfid: '0x04ab', tagFormat: null }]);
    expect((await ask('getByRfid', { path: { rfid: '0x04ab' } })).body).toMatchObject(path);
    const unknown = await ask('getByRfid', { path: { rfid: '0x04AB' } });
    expect([unknown.status, unknown.body.metadata]).toEqual([404, { entity: 'ACCOUNT' }]);
    const remaining = await ask('deleteRfid', { path: { ...path, rfid: '0x04AB' } });
    expect([remaining.status, remaining.body.metadata]).toEqual([404, { entity: 'RFID' }]);
    expect((await ask('deleteRfid', { path: { ...path, rfid: '0x04ab' } })).status).toBe(200);
  });

  test('returns null for absent fields, omits some false ones, and adds unreadable items to lists', async () => {
    const { ask, path } = await newMemberOf();
    expect((await ask('retrieveAccount', { path })).body).toMatchObject({ contact: null, dateOfBirth: null });
    const { accountId } = path;
    await ask('createTask', {
      body: { name: 'Call', dueDate: '2026-12-01', authorId: accountId, targetId: accountId },
    });
    const [unreadable, task, ...others] = (await ask('getTasks')).body;
    expect(unreadable).toMatchObject({ id: { unreadable: true } });
    expect(task).toMatchObject({ name: 'Call', type: null, completerId: null });
    expect(task).not.toHaveProperty('completed');
    expect(others).toEqual([]);
  });

  test('uses ids beyond 32 bits, and puts unreadable items on the last page, within its limit', async () => {
    const { ask, path } = await newMemberOf();
    const whole = (await ask('listAccounts', { query: { limit: 10 } })).body;
    expect(whole).toMatchObject({ total: 2 ** 32 + 1, items: [path, { accountId: { unreadable: true } }] });
    expect(whole).not.toHaveProperty('hasNext');
    expect((await ask('listAccounts', { query: { limit: 1 } })).body.items).toHaveLength(1);
    expect((await ask('listAccounts', { query: { limit: 0 } })).body.items).toEqual([]);
  });

  test('formats timestamps with +0000, and lists rejected fields under "errors"', async () => {
    const { ask, path } = await newMemberOf();
    const refused = await ask('checkin', { path, body: { timestamp: -1 } });
    expect(refused.body).toMatchObject({ timestamp: '2026-11-21T09:41:07.000+0000', errors: [{ name: 'timestamp' }] });
    expect(refused.body).not.toHaveProperty('fieldErrors');
    const unknownKey = await askerOf(other, { apiKey: 'nobody' })('getTasks');
    expect(unknownKey.body.timestamp).toMatch(/\+0000$/);
  });

  test('records a resent visit as another visit', async () => {
    const { ask, path } = await newMemberOf();
    const at = new Date('2026-11-21T09:00:00.000Z').getTime();
    for (let sent = 0; sent < 3; sent++) await ask('checkin', { path, body: { timestamp: at } });
    await ask('checkout', { path, body: { timestamp: at } });
    const visits = await other.rows<{ occurred_at: Date }>(
      'SELECT occurred_at FROM visits WHERE account_id = $1 ORDER BY 1, kind',
      [path.accountId],
    );
    expect(visits.map(({ occurred_at }) => occurred_at.getTime() - at)).toEqual([0, 0, 1, 2]);
  });

  test('simulates a fault as requested', async () => {
    const { ask } = await newMemberOf();
    const faults = { body: { fieldErrors: [{ name: 'a' }], timestamp: '2026-01-01T00:00:00Z' } };
    await other.app.request('/sandbox/faults/confused', {
      method: 'PUT',
      body: JSON.stringify(faults),
      headers: { 'content-type': 'application/json' },
    });
    expect(await ask('getTasks')).toMatchObject({ status: 200, body: faults.body });
    await other.app.request('/sandbox/faults', { method: 'DELETE' });
  });
});
