import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { blacklistEmail } from '#platform/services/emails/blacklist.ts';
import { issueTan } from '#platform/services/tans/issue.ts';
import { createMember, newMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';

const platform = startTestPlatform();

const full = () =>
  newMember({
    dateOfBirth: '1990-02-28',
    contact: { phone: '+49 89 1', city: 'München' },
    membership: { agreementNumber: 'A-1', endOfContract: '2030-12-31', barcode: '123' },
  });
const create = async (gym: TestGym, body = full()) => (await gym.ask('publishAccount', { body })).body;
const read = async (gym: TestGym, accountId: string) =>
  (await gym.ask('retrieveAccount', { path: { accountId } })).body;
const newTan = async () => (await platform.operate((operator) => issueTan(operator, { startsOn: '2026-01-01' }))).tan;

describe('PUT', () => {
  test('replaces everything: absent fields are cleared', async () => {
    const gym = await platform.newGym();
    const { accountId } = await create(gym);
    const replacement = newMember({ firstName: 'Eva' });
    const { status, body } = await gym.ask('updateAccount', { path: { accountId }, body: replacement });
    expect([status, body]).toEqual([200, { accountId, ...replacement }]);
    expect(await read(gym, accountId)).toEqual(body);
  });

  test('accepts a response unchanged, including read-only fields, and changes nothing', async () => {
    const gym = await platform.newGym();
    const before = await create(gym);
    const { body } = await gym.ask('updateAccount', { path: { accountId: before.accountId }, body: before });
    expect(body).toEqual(before);
  });

  test('moves the member to the front of the list', async () => {
    const gym = await platform.newGym();
    const first = await create(gym);
    platform.time.now = new Date(platform.time.now.getTime() + 1000);
    await create(gym);
    platform.time.now = new Date(platform.time.now.getTime() + 1000);
    const body = { ...first, firstName: 'Eva' };
    await gym.ask('updateAccount', { path: { accountId: first.accountId }, body });
    expect((await gym.ask('listAccounts', { query: { limit: 1 } })).body.items[0].accountId).toBe(first.accountId);
  });

  test.each(['updateAccount', 'partialUpdate'] as const)(
    'and PATCH without a change keep the member’s position in the list: %s',
    async (operation) => {
      const gym = await platform.newGym();
      const first = await create(gym);
      platform.time.now = new Date(platform.time.now.getTime() + 1000);
      const since = platform.time.now.toISOString();
      const { status } = await gym.ask(operation, { path: { accountId: first.accountId }, body: first });
      expect(status).toBeLessThan(300);
      expect((await gym.ask('listAccounts', { query: { fromTimestamp: since } })).body.total).toBe(0);
      await gym.ask(operation, { path: { accountId: first.accountId }, body: { ...first, lastName: 'Kern' } });
      expect((await gym.ask('listAccounts', { query: { fromTimestamp: since } })).body.total).toBe(1);
    },
  );

  test('needs a TAN to make a membership corporate; an already corporate one needs none', async () => {
    const gym = await platform.newGym();
    const before = await create(gym);
    const path = { accountId: before.accountId };
    const corporate = { ...before, membership: { ...before.membership, membershipType: 'CORPORATE_FITNESS' } };
    const missing = await gym.ask('updateAccount', { path, body: corporate });
    expect([missing.status, missing.body.fieldErrors[0].name]).toEqual([400, 'membership.verificationTAN']);
    expect(await read(gym, before.accountId)).toEqual(before);

    const withTan = { ...corporate, membership: { ...corporate.membership, verificationTAN: await newTan() } };
    expect((await gym.ask('updateAccount', { path, body: withTan })).body.membership.corporateFitness).toEqual({});
    expect((await gym.ask('updateAccount', { path, body: corporate })).status).toBe(200);
    const basic = await gym.ask('updateAccount', { path, body: before });
    expect(basic.body.membership.corporateFitness).toBeUndefined();
  });
});

describe('PATCH', () => {
  test('changes the given fields, keeps the rest, and clears nothing', async () => {
    const gym = await platform.newGym();
    const before = await create(gym);
    const path = { accountId: before.accountId };
    const change = {
      firstName: 'Eva',
      dateOfBirth: null,
      contact: { city: 'Berlin', phone: null },
      membership: { membershipType: 'PREMIUM', barcode: null },
    };
    const { status } = await gym.ask('partialUpdate', { path, body: change });
    expect(status).toBe(204);
    expect(await read(gym, before.accountId)).toEqual({
      ...before,
      firstName: 'Eva',
      contact: { phone: '+49 89 1', city: 'Berlin' },
      membership: { ...before.membership, membershipType: 'PREMIUM' },
    });
  });

  test('without a change does not update the change time', async () => {
    const gym = await platform.newGym();
    const { accountId } = await create(gym);
    platform.time.now = new Date(platform.time.now.getTime() + 1000);
    const since = platform.time.now.toISOString();
    await gym.ask('partialUpdate', { path: { accountId }, body: { contact: {}, firstName: null } });
    expect((await gym.ask('listAccounts', { query: { fromTimestamp: since } })).body.total).toBe(0);
    await gym.ask('partialUpdate', { path: { accountId }, body: { firstName: 'Eva' } });
    expect((await gym.ask('listAccounts', { query: { fromTimestamp: since } })).body.total).toBe(1);
  });

  test.each([
    [{ startOfContract: '2031-01-01' }, 'membership.startOfContract'],
    [{ endOfContract: '2023-12-31' }, 'membership.endOfContract'],
    [{ startOfContract: '2025-01-02', endOfContract: '2025-01-01' }, 'membership.endOfContract'],
  ])('refuses %o, which contradicts the current contract', async (membership, field) => {
    const gym = await platform.newGym();
    const before = await create(gym);
    const path = { accountId: before.accountId };
    const { status, body } = await gym.ask('partialUpdate', { path, body: { firstName: 'Eva', membership } });
    expect([status, body.fieldErrors[0].name]).toEqual([400, field]);
    expect(await read(gym, before.accountId)).toEqual(before);
  });

  test('cannot make a membership corporate, since it accepts no TAN', async () => {
    const gym = await platform.newGym();
    const { accountId } = await create(gym);
    const body = { membership: { membershipType: 'CORPORATE_FITNESS' } };
    const answer = await gym.ask('partialUpdate', { path: { accountId }, body });
    expect([answer.status, answer.body.fieldErrors[0].name]).toEqual([400, 'membership.membershipType']);
  });

  test('refuses an empty name', async () => {
    const gym = await platform.newGym();
    const { accountId } = await create(gym);
    const { body } = await gym.ask('partialUpdate', { path: { accountId }, body: { lastName: ' ' } });
    expect(body.fieldErrors).toMatchObject([{ name: 'lastName', rejectedValue: ' ' }]);
  });
});

describe.each(['updateAccount', 'partialUpdate'] as const)('conflicts of %s', (operation) => {
  const change = async (gym: TestGym, accountId: string, what: { email?: string; membershipId?: string }) => {
    const body = newMember({
      email: what.email ?? `${randomUUID()}@example.org`,
      membership: { membershipId: what.membershipId ?? randomUUID() },
    });
    return (await gym.ask(operation, { path: { accountId }, body })).body;
  };

  test('an e-mail address of the chain or of another chain, a membership id, a blacklisted address', async () => {
    const gym = await platform.newGym();
    const other = await platform.newGym();
    const taken = { email: `${randomUUID()}@example.org`, membershipId: randomUUID() };
    const holder = await createMember(gym, { email: taken.email, membership: { membershipId: taken.membershipId } });
    const foreign = `${randomUUID()}@example.org`;
    await createMember(other, { email: foreign });
    const { accountId } = await create(gym);
    const before = await read(gym, accountId);

    expect((await change(gym, accountId, { email: taken.email.toUpperCase() })).errorCode).toBe('userEmailConflict');
    expect((await change(gym, accountId, { email: foreign })).errorCode).toBe('userEmailUsedByAnotherAccountConflict');
    expect(await change(gym, accountId, { membershipId: taken.membershipId })).toMatchObject({
      errorCode: 'membershipExists',
      metadata: { accountId: holder },
    });
    const blocked = `${randomUUID()}@example.org`;
    await platform.operate((operator) => blacklistEmail(operator, blocked));
    expect((await change(gym, accountId, { email: blocked })).errorCode).toBe('forbiddenAction');
    expect(await read(gym, accountId)).toEqual(before);
  });

  test('no conflict with the own address in another case, or with the own account’s address in another chain', async () => {
    const gym = await platform.newGym();
    const other = await platform.newGym();
    const email = `${randomUUID()}@example.org`;
    const accountId = await createMember(gym, { email });
    expect((await other.ask('publishAccount', { body: newMember({ email }) })).body.accountId).toBe(accountId);
    await change(gym, accountId, { email: email.toUpperCase() });
    expect((await read(gym, accountId)).email).toBe(email.toUpperCase());
    await change(gym, accountId, { email: `${randomUUID()}@example.org` });
    await change(gym, accountId, { email });
    expect((await read(gym, accountId)).email).toBe(email);
  });

  test('of two concurrent requests for one address one succeeds', async () => {
    const gym = await platform.newGym();
    const members = await Promise.all([1, 2, 3, 4].map(() => createMember(gym)));
    const email = `${randomUUID()}@example.org`;
    const answers = await Promise.all(members.map((accountId) => change(gym, accountId, { email })));
    expect(answers.filter((body) => body?.errorCode === 'userEmailConflict')).toHaveLength(3);
  });
});

test.each(['updateAccount', 'partialUpdate', 'eraseAccountMembershipData'] as const)(
  '%s of a member of another chain is 404 and changes nothing',
  async (operation) => {
    const owner = await platform.newGym();
    const stranger = await platform.newGym();
    const before = await create(owner);
    const asked = {
      path: { accountId: before.accountId },
      body: operation.startsWith('erase') ? undefined : newMember(),
    };
    for (const eraseMemberData of [true, false]) {
      const query: Record<string, boolean> = operation.startsWith('erase') ? { eraseMemberData } : {};
      const { status, body } = await stranger.ask(operation, { ...asked, query });
      expect([status, body.metadata.entity]).toEqual([404, 'ACCOUNT']);
    }
    expect(await read(owner, before.accountId)).toEqual(before);
  },
);

describe('corporate members by the end of their entitlement', () => {
  const newCorporate = async (gym: TestGym, endsOn?: string) => {
    const { tan } = await platform.operate((operator) => issueTan(operator, { startsOn: '2026-01-01', endsOn }));
    return createMember(gym, { membership: { membershipType: 'CORPORATE_FITNESS', verificationTAN: tan } });
  };

  test('lists those of the gym whose last day is in the range, inclusive at both ends', async () => {
    const gym = await platform.newGym();
    const sibling = await platform.newGym({ chainId: gym.chainId });
    await newCorporate(gym, '2026-11-30');
    const first = await newCorporate(gym, '2026-12-01');
    const last = await newCorporate(gym, '2026-12-31');
    await newCorporate(gym, '2027-01-01');
    await newCorporate(gym);
    await newCorporate(sibling, '2026-12-15');
    await createMember(gym);
    const query = { endDateFrom: '2026-12-01', endDateTo: '2026-12-31' };
    const { body } = await gym.ask('getCorporateFitnessMemberAccounts', { query });
    expect(body.map((member: { accountId: string }) => member.accountId)).toEqual([first, last]);
    expect(body[0].membership.corporateFitness.endTimestamp).toBe('2026-12-01T22:59:59.000Z');
  });

  test.each([
    [{}, ['endDateFrom', 'endDateTo']],
    [{ endDateFrom: '2026-12-01' }, ['endDateTo']],
    [{ endDateFrom: '2026-12-01', endDateTo: '31.12.2026' }, ['endDateTo']],
    [{ endDateFrom: '2026-12-02', endDateTo: '2026-12-01' }, ['endDateTo']],
  ])('refuses the range %o', async (query, fields) => {
    const gym = await platform.newGym();
    const { status, body } = await gym.ask('getCorporateFitnessMemberAccounts', { query });
    expect(status).toBe(400);
    expect(body.fieldErrors.map(({ name }: { name: string }) => name)).toEqual(fields);
  });
});

test('PATCH ignores an empty string', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym, { contact: { phone: '+49 89 1' }, membership: { barcode: 'B-1' } });
  const path = { accountId };
  const empty = { contact: { phone: '', city: ' ' }, membership: { barcode: '' } };
  expect((await gym.ask('partialUpdate', { path, body: empty })).status).toBe(204);
  const { body } = await gym.ask('retrieveAccount', { path });
  expect([body.contact, body.membership.barcode]).toEqual([{ phone: '+49 89 1' }, 'B-1']);
});
