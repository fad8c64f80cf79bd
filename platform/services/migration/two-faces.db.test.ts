import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { OperationId } from '#contracts/v2/operations.ts';
import { issueTan } from '#platform/services/tans/issue.ts';
import type { Asked } from '#platform/testing/client.ts';
import { collideAt } from '#platform/testing/collide.ts';
import { deliveriesOf } from '#platform/testing/deliveries.ts';
import { createMember, newMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { newPublished, profileOf } from '#platform/testing/published.ts';

const platform = startTestPlatform();

/** Publishes a person whom version 1 knows and version 2 does not. */
async function publishOne(gym: TestGym, fields: object = {}) {
  const sent = newPublished({ rfidList: ['0x04A2'], ...fields });
  const { userId } = (await gym.askV1('publishUser', { body: sent })).body;
  const [account] = await platform.rows<{ id: string }>(
    'SELECT account_id AS id FROM chain_profiles WHERE chain_id = $1 AND legacy_user_id = $2',
    [gym.chainId, userId],
  );
  return { sent, userId: String(userId), accountId: account?.id ?? '' };
}

const migrate = (gym: TestGym, legacyUserId: string) => gym.ask('migrate', { query: { legacyUserId } });
const contents = async (gym: TestGym) =>
  Promise.all(
    ['chain_profiles', 'memberships', 'rfids'].map((table) =>
      platform.rows(`SELECT t::text FROM ${table} t WHERE chain_id = $1 ORDER BY 1`, [gym.chainId]),
    ),
  );
const passMinute = () => {
  platform.time.now = new Date(platform.time.now.getTime() + 60_000);
};

describe('until migrated, a member published through version 1', () => {
  test('is unknown to every operation of version 2 with ids, and unchanged by all', async () => {
    const gym = await platform.newGym();
    const { accountId, sent } = await publishOne(gym);
    const own = await createMember(gym);
    const path = { accountId };
    const form = new FormData();
    form.set(
      'file',
      new File(
        [
          new Uint8Array(
            await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
              .jpeg()
              .toBuffer(),
          ),
        ],
        'a.jpg',
      ),
    );
    const [{ productId }] = (await gym.ask('listGymProducts')).body;
    const taskOf = (target: string) => ({ name: 'Task', dueDate: '2026-12-01', authorId: own, targetId: target });
    const requests: Partial<Record<OperationId, Asked>> = {
      retrieveAccount: { path },
      updateAccount: { path, body: newMember() },
      partialUpdate: { path, body: { firstName: 'Mine' } },
      eraseAccountMembershipData: { path, query: { eraseMemberData: true } },
      uploadImage: { path, body: form },
      deleteImage: { path },
      getByRfid: { path: { rfid: '0x04A2' } },
      retrieveAccountByMembershipId: { path: { membershipId: sent.membershipId } },
      getByEmail: { path: { email: sent.eMail } },
      getRoles: { path },
      assignRoles: { path, body: { trainer: true } },
      getUserRfids: { path },
      updateUsersRfids: { path, body: { rfids: [] } },
      addRFIDToUser: { path, body: { rfid: '0xAB' } },
      deleteRfid: { path: { accountId, rfid: '0x04A2' } },
      getAccountNfcToken: { path },
      assignAccountNfcToken: { path, body: { token: 'mine' } },
      deleteAccountNfcToken: { path },
      userProducts: { path },
      productBooking: { path, body: { productId, endDate: '2028-01-01' } },
      deactivateUserProduct: { path: { accountId, productId } },
      checkin: { path, body: {} },
      checkout: { path, body: {} },
      checkAdmission: { path },
      createTask: { body: taskOf(accountId) },
      sendPushNotificationByAccountId: { path, body: { text: 'Hello' } },
      sendPushNotificationByMembershipId: { path: { membershipId: sent.membershipId }, body: { text: 'Hello' } },
    };
    const before = await contents(gym);
    for (const [operation, asked] of Object.entries(requests) as [OperationId, Asked][]) {
      passMinute();
      const { status, body } = await gym.ask(operation, asked);
      expect([operation, status, body.metadata]).toEqual([operation, 404, { entity: 'ACCOUNT' }]);
    }
    expect(await contents(gym)).toEqual(before);
  });

  test('is in no list of version 2', async () => {
    const gym = await platform.newGym();
    await publishOne(gym);
    expect((await gym.ask('listAccounts', { query: { currentGymOnly: false } })).body).toMatchObject({
      items: [],
      total: 0,
    });
  });

  test('has no webhook events until migrated', async () => {
    const gym = await platform.newGym();
    await gym.ask('createWebhook', { body: { url: 'https://hooks.example.org/', secret: 'a secret' } });
    const { userId } = await publishOne(gym);
    await gym.askV1('checkIn', { body: { userId } });
    expect(await deliveriesOf(platform, gym)).toEqual([]);
    await migrate(gym, userId);
    passMinute();
    await gym.askV1('checkIn', { body: { userId } });
    expect(await deliveriesOf(platform, gym)).toMatchObject([{ type: 'GYM_CHECKIN' }]);
  });

  test('loses a card that version 2 assigns to another member', async () => {
    const gym = await platform.newGym();
    const { userId } = await publishOne(gym);
    const accountId = await createMember(gym);
    expect((await gym.ask('addRFIDToUser', { path: { accountId }, body: { rfid: '0x04A2' } })).status).toBe(200);
    expect((await gym.ask('getByRfid', { path: { rfid: '0x04A2' } })).body.accountId).toBe(accountId);
    expect((await profileOf(gym, userId)).rfidList).toEqual([]);
  });

  test.each([
    ['updateAccount', (member: object) => ({ ...newMember(), ...member })],
    ['partialUpdate', (member: object) => member],
  ] as const)(
    'blocks its e-mail address and membership id against %s: 409 without an id',
    async (operation, change) => {
      const gym = await platform.newGym();
      const { sent } = await publishOne(gym);
      const accountId = await createMember(gym);
      const before = await contents(gym);
      const { membershipId } = sent;
      for (const taken of [
        { email: sent.eMail.toUpperCase() },
        { membership: { ...newMember().membership, membershipId } },
      ]) {
        const { status, body } = await gym.ask(operation, { path: { accountId }, body: change(taken) });
        expect([status, body.errorCode, body.metadata]).toEqual([409, 'generalConflict', {}]);
      }
      expect(await contents(gym)).toEqual(before);
    },
  );
});

describe('a member created in version 2 who is published already', () => {
  const requestOf = (sent: { eMail: string; membershipId: string }, fields: object = {}) =>
    newMember({ email: sent.eMail, membership: { membershipId: sent.membershipId }, ...fields });

  test.each([
    ['e-mail address and membership id', {}],
    ['e-mail address', { membership: { membershipId: 'M-new' } }],
    ['membership id', { email: 'new@example.org' }],
  ])('is taken over and migrated by %s, if it is the same person', async (_, fields) => {
    const gym = await platform.newGym();
    const { sent, userId, accountId } = await publishOne(gym, {
      phone: '+49 1',
      height: 170,
      endOfContract: '2027-01-01',
    });
    const sibling = await platform.newGym({ chainId: gym.chainId });
    const request = requestOf(sent, fields);
    request.membership = { ...request.membership, startOfContract: '2026-01-01', membershipType: 'PREMIUM' };
    passMinute();
    const created = await sibling.ask('publishAccount', { body: request });
    expect([created.status, created.body.accountId]).toEqual([201, accountId]);
    expect((await sibling.ask('listAccounts')).body.items).toEqual([created.body]);
    expect((await gym.ask('listAccounts')).body.items).toEqual([]);
    expect((await gym.ask('getUserRfids', { path: { accountId } })).body).toEqual([{ rfid: '0x04A2' }]);
    const profile = await profileOf(gym, userId);
    expect(profile).toMatchObject({ eMail: request.email, membershipStatus: 'PREMIUM', height: 170 });
    expect([profile.phone, profile.endOfContract]).toEqual([undefined, undefined]);
    expect((await migrate(gym, userId)).body).toEqual(created.body);
  });

  test.each([
    ['another name, by e-mail address', { firstName: 'Mia', membership: { membershipId: 'M-new' } }],
    ['another name, by membership id', { lastName: 'Brandt', email: 'new@example.org' }],
    ['another birthday', { dateOfBirth: '1990-01-02' }],
  ])('is refused with %s: 409 generalConflict without an id', async (_, fields) => {
    const gym = await platform.newGym();
    const { sent } = await publishOne(gym, { dateOfBirth: '1990-01-01' });
    const before = await contents(gym);
    const { status, body } = await gym.ask('publishAccount', { body: requestOf(sent, fields) });
    expect([status, body.errorCode, body.metadata]).toEqual([409, 'generalConflict', {}]);
    expect(await contents(gym)).toEqual(before);
  });

  test('is refused if e-mail address and membership id match two members', async () => {
    const gym = await platform.newGym();
    const [one, other] = [await publishOne(gym), await publishOne(gym, { rfidList: [] })];
    const before = await contents(gym);
    const body = requestOf({ eMail: one.sent.eMail, membershipId: other.sent.membershipId });
    expect((await gym.ask('publishAccount', { body })).body).toMatchObject({
      errorCode: 'generalConflict',
      metadata: {},
    });
    const known = newMember();
    const accountId = await createMember(gym, known);
    const meetsBoth = requestOf({ eMail: known.email, membershipId: one.sent.membershipId });
    expect((await gym.ask('publishAccount', { body: meetsBoth })).body).toMatchObject({
      errorCode: 'membershipExists',
      metadata: { accountId },
    });
    await gym.ask('eraseAccountMembershipData', { path: { accountId }, query: { eraseMemberData: true } });
    expect(await contents(gym)).toEqual(before);
  });

  test('needs the TAN for a corporate membership, like every member', async () => {
    const gym = await platform.newGym();
    const { sent, accountId } = await publishOne(gym);
    const { tan } = await platform.operate((operator) => issueTan(operator, { startsOn: '2026-01-01' }));
    const corporate = (verificationTAN?: string) =>
      gym.ask('publishAccount', {
        body: requestOf(sent, {
          membership: {
            ...newMember().membership,
            membershipId: sent.membershipId,
            membershipType: 'CORPORATE_FITNESS',
            verificationTAN,
          },
        }),
      });
    expect((await corporate()).status).toBe(400);
    expect((await corporate('000000000')).status).toBe(404);
    const { status, body } = await corporate(tan);
    expect([status, body.accountId]).toEqual([201, accountId]);
  });

  async function createTwiceAtOnce() {
    const gym = await platform.newGym();
    const { sent, accountId } = await publishOne(gym);
    const create = () => gym.ask('publishAccount', { body: requestOf(sent) });
    const answers = await collideAt(platform, 'memberships', [create, create, create]);
    const accounts = await platform.rows('SELECT FROM chain_profiles WHERE chain_id = $1', [gym.chainId]);
    const named = new Set(answers.map(({ body }) => body.accountId ?? body.metadata.accountId));
    return { statuses: answers.map(({ status }) => status).sort(), accounts: accounts.length, named, accountId };
  }

  test('concurrently by several requests, is created once, and the others get its id', async () => {
    const { statuses, accounts, named, accountId } = await createTwiceAtOnce();
    expect([statuses, accounts, named]).toEqual([[201, 409, 409], 1, new Set([accountId])]);
  });

  test('without a record of migrations, all of them would report a creation (negative control)', async () => {
    await platform.rows(`
      CREATE FUNCTION forget_migration() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN NEW.is_known_to_v2 = false; RETURN NEW; END'`);
    await platform.rows(
      'CREATE TRIGGER forget BEFORE UPDATE ON memberships FOR EACH ROW EXECUTE FUNCTION forget_migration()',
    );
    try {
      // the created member is then looked up and not visible
      expect((await createTwiceAtOnce()).statuses).toEqual([404, 404, 404]);
    } finally {
      await platform.rows('DROP FUNCTION forget_migration CASCADE');
    }
  });
});

describe('migration', () => {
  test('includes cards, bookings, tasks, visits, roles and picture', async () => {
    const gym = await platform.newGym();
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
      .png()
      .toBuffer();
    const { userId, accountId, sent } = await publishOne(gym, {
      membershipStatus: 'PREMIUM',
      startOfContract: '2025-05-01',
      imageData: picture.toString('base64'),
      trainer: true,
      phone: '+49 1',
    });
    const [{ productId }] = (await gym.askV1('listProducts')).body;
    const done = [
      await gym.askV1('checkIn', { body: { userId } }),
      await gym.askV1('activateProduct', {
        query: { userId },
        body: { productId, start: '2026-11-21', end: '2027-01-01' },
      }),
      await gym.askV1('createTask', {
        body: { taskName: 'Call', taskType: 'GENERAL', dueDate: '2026-12-01', author: { userId }, target: { userId } },
      }),
    ];
    expect(done.map(({ status }) => status)).toEqual([204, 200, 200]);

    const { status, body } = await migrate(gym, userId);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        accountId,
        email: sent.eMail,
        contact: { phone: '+49 1' },
        membership: expect.objectContaining({ membershipType: 'PREMIUM', startOfContract: '2025-05-01' }),
      }),
    ]);
    const path = { accountId };
    expect((await gym.ask('getUserRfids', { path })).body).toEqual([{ rfid: '0x04A2' }]);
    expect((await gym.ask('userProducts', { path })).body).toMatchObject([
      { productId: String(productId), endDate: '2027-01-01' },
    ]);
    expect((await gym.ask('getTasks')).body).toMatchObject([
      { name: 'Call', authorId: accountId, targetId: accountId },
    ]);
    expect((await gym.ask('getRoles', { path })).body).toMatchObject({ trainer: true });
    const visits = 'SELECT FROM visits v JOIN account_images i USING (chain_id, account_id) WHERE account_id = $1';
    expect(await platform.rows(visits, [accountId])).toHaveLength(1);
  });

  test('makes the member visible and changeable in both versions', async () => {
    const gym = await platform.newGym();
    const { userId, sent } = await publishOne(gym);
    const { accountId } = (await migrate(gym, userId)).body;
    await gym.ask('partialUpdate', { path: { accountId }, body: { contact: { city: 'Bonn' } } });
    expect((await profileOf(gym, userId)).city).toBe('Bonn');
    await gym.askV1('publishUser', { body: { ...sent, userId, city: 'Köln' } });
    expect((await gym.ask('retrieveAccount', { path: { accountId } })).body.contact).toEqual({ city: 'Köln' });
  });

  test.each([
    ['on the day of the first publish in the gym’s time zone', {}, '2026-03-01'],
    ['no later than the end of the contract', { endOfContract: '2025-12-31' }, '2025-12-31'],
    ['as published', { startOfContract: '2020-02-29' }, '2020-02-29'],
  ])('a contract starts %s', async (_, fields, expected) => {
    platform.time.now = new Date('2026-02-28T15:30:00Z');
    const gym = await platform.newGym({ timeZone: 'Asia/Tokyo' });
    const { userId } = await publishOne(gym, fields);
    platform.time.now = new Date('2026-11-21T09:41:07Z');
    const { body } = await migrate(gym, userId);
    expect(body.membership).toMatchObject({ startOfContract: expected, membershipType: 'BASIC' });
    expect((await profileOf(gym, userId)).startOfContract).toBe(expected);
  });

  test('by many concurrent requests creates one account, once', async () => {
    const gym = await platform.newGym();
    const { userId, accountId } = await publishOne(gym);
    const answers = await collideAt(
      platform,
      'memberships',
      Array.from({ length: 8 }, () => () => migrate(gym, userId)),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.accountId}`))).toEqual(
      new Set([`200 ${accountId}`]),
    );
    expect((await gym.ask('listAccounts')).body.total).toBe(1);
  });

  test('by another gym of the chain keeps the member’s gym', async () => {
    const gym = await platform.newGym();
    const { userId, accountId } = await publishOne(gym);
    const sibling = await platform.newGym({ chainId: gym.chainId });
    expect((await migrate(sibling, userId)).body.accountId).toBe(accountId);
    expect((await gym.ask('listAccounts')).body.total).toBe(1);
    expect((await sibling.ask('listAccounts')).body.total).toBe(0);
  });

  test('of a former member is 404 MEMBERSHIP, and of a republished one the same account', async () => {
    const gym = await platform.newGym();
    const { userId, sent } = await publishOne(gym);
    const { accountId } = (await migrate(gym, userId)).body;
    await gym.ask('eraseAccountMembershipData', { path: { accountId } });
    expect((await migrate(gym, userId)).body.metadata).toEqual({ entity: 'MEMBERSHIP' });
    await gym.askV1('publishUser', { body: sent });
    expect((await gym.ask('retrieveAccount', { path: { accountId } })).status).toBe(404);
    expect((await migrate(gym, userId)).body.accountId).toBe(accountId);
  });

  test('of an erased member and in another chain is 404 ACCOUNT', async () => {
    const gym = await platform.newGym();
    const { userId } = await publishOne(gym);
    expect((await migrate(await platform.newGym(), userId)).body.metadata).toEqual({ entity: 'ACCOUNT' });
    const { accountId } = (await migrate(gym, userId)).body;
    await gym.ask('eraseAccountMembershipData', { path: { accountId }, query: { eraseMemberData: true } });
    expect((await migrate(gym, userId)).body.metadata).toEqual({ entity: 'ACCOUNT' });
  });
});
