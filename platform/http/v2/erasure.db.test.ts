import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { contactTexts, membershipTexts, ofEach } from '#contracts/v2/account-fields.ts';
import { randomIds } from '#platform/base/clock-and-ids.ts';
import { eraseMember } from '#platform/services/accounts/erase.ts';
import { issueTan } from '#platform/services/tans/issue.ts';
import { deliveriesOf, register } from '#platform/testing/deliveries.ts';
import { record } from '#platform/testing/export-files.ts';
import { startTestJobs } from '#platform/testing/jobs.ts';
import { createMember, newMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { startReceiver } from '#platform/testing/receiver.ts';
import { trainingOf } from '#platform/testing/training.ts';
import { until } from '#shared/testing/until.ts';

const platform = startTestPlatform();

/** Tables that contain one of the traces, in all schemas. */
async function tablesWith(traces: string[]): Promise<string[]> {
  const tables = await platform.rows<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await platform.rows<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    if (rows.some(({ row }) => traces.some((trace) => row.includes(trace)))) found.push(name);
  }
  expect(tables.length).toBeGreaterThan(30);
  return found;
}

/** A separate folder for temporary files. */
function ownTemporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-erasure-'));
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    fs.rmSync(folder, { recursive: true });
  });
  return folder;
}

/** Does everything to a member that leaves data behind. Every field that can hold the canary contains it. */
async function leaveTraces(gym: TestGym, canary: string) {
  const { tan } = await platform.operate((operator) => issueTan(operator, { startsOn: '2026-01-01' }));
  const colleague = await createMember(gym);
  const created = await gym.ask('publishAccount', {
    body: newMember({
      email: `${canary}@example.org`,
      firstName: canary,
      lastName: canary,
      contact: ofEach(contactTexts, () => canary),
      membership: {
        membershipId: canary,
        membershipType: 'CORPORATE_FITNESS',
        ...ofEach(membershipTexts, () => canary),
        verificationTAN: tan,
      },
    }),
  });
  const { accountId } = created.body;
  const ofMember = { path: { accountId } };
  const rfid = `0x${randomUUID().replaceAll('-', '').toUpperCase()}`;
  const [product] = (await gym.ask('listGymProducts')).body;
  const picture = new FormData();
  const jpeg = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } })
    .withExif({ IFD0: { ImageDescription: canary } })
    .jpeg()
    .toBuffer();
  picture.append('file', new Blob([new Uint8Array(jpeg)]), `${canary}.jpg`);
  const task = { name: canary, dueDate: '2026-12-01' };
  const done = [
    created,
    await gym.ask('uploadImage', { ...ofMember, body: picture }),
    await gym.ask('addRFIDToUser', { ...ofMember, body: { rfid } }),
    await gym.ask('assignAccountNfcToken', { ...ofMember, body: { token: canary, passTypeId: canary } }),
    await gym.ask('checkin', { ...ofMember, body: {} }),
    await gym.ask('checkout', { ...ofMember, body: {} }),
    await gym.ask('checkAdmission', ofMember),
    await gym.ask('assignRoles', { ...ofMember, body: { trainer: true } }),
    await gym.ask('productBooking', { ...ofMember, body: { productId: product.productId, endDate: '2027-01-01' } }),
    await gym.ask('sendPushNotificationByAccountId', { ...ofMember, body: { text: canary, deeplink: canary } }),
    await gym.ask('createTask', { body: { ...task, authorId: colleague, targetId: accountId } }),
    await gym.ask('createTask', {
      body: { ...task, name: 'about a colleague', authorId: accountId, targetId: colleague, completerId: accountId },
    }),
    // a rejected request must not leave traces either
    await gym.ask('getByEmail', { path: { email: `${canary}@example.org` } }),
  ];
  expect(done.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
  await gym.ask('publishAccount', { body: newMember({ email: `${canary}@example.org`, firstName: '' }) });
  await record(platform, gym, trainingOf(accountId, platform.time.now));
  return { accountId, ofMember, traces: [canary, canary.toUpperCase(), accountId, rfid, tan] };
}

const eraseAll = { query: { eraseMemberData: true } };

test('an erased member is in no table of any schema, no log line and no file', async () => {
  const folder = ownTemporaryFolder();
  let isTaken = false;
  const receiver = await startReceiver((_, response) => response.writeHead(isTaken ? 204 : 500).end());
  const jobs = await startTestJobs(platform, { retryDelaysSeconds: [600, 600] });
  onTestFinished(() => jobs.stop());
  const gym = await platform.newGym({ isInCorporateNetwork: true });
  await register(gym, receiver);
  const { ofMember, traces } = await leaveTraces(gym, `canary${randomUUID()}`);
  await until(() => expect(receiver.requests).toHaveLength(2));
  expect(await tablesWith(traces)).toEqual(
    [
      'account_images',
      'accounts',
      'admissions',
      'body_measurements',
      'body_measurements_2026_11',
      'bookings',
      'chain_profiles',
      'flexibility_measurements',
      'flexibility_measurements_2026_11',
      'gym_roles',
      'memberships',
      'nfc_tokens',
      'push_notifications',
      'rfids',
      'strength_assessments',
      'strength_assessments_2026_11',
      'strength_workouts',
      'strength_workouts_2026_11',
      'tans',
      'tasks',
      'visits',
      'webhook_deliveries',
    ].map((table) => `public.${table}`),
  );

  isTaken = true;
  expect((await gym.ask('eraseAccountMembershipData', { ...ofMember, ...eraseAll })).status).toBe(204);
  await until(async () => expect((await deliveriesOf(platform, gym)).map(({ state }) => state)).toEqual(['DELIVERED']));
  expect(await tablesWith(traces)).toEqual([]);
  const log = JSON.stringify(platform.logged);
  expect(platform.logged.length).toBeGreaterThan(10);
  expect(traces.filter((trace) => log.includes(trace))).toEqual([]);
  expect(fs.readdirSync(folder, { recursive: true })).toEqual([]);
});

test('pending deliveries about an erased member are deleted, except for the event of the deletion', async () => {
  const gym = await platform.newGym({ isInCorporateNetwork: true });
  await gym.ask('createWebhook', { body: { url: 'https://hooks.example.org/', secret: 'a secret' } });
  const { accountId, ofMember, traces } = await leaveTraces(gym, `canary${randomUUID()}`);
  expect((await deliveriesOf(platform, gym)).map(({ state }) => state)).toEqual(['PENDING', 'PENDING']);
  await gym.ask('eraseAccountMembershipData', { ...ofMember, ...eraseAll });
  expect(await tablesWith(traces)).toEqual(['public.webhook_deliveries']);
  expect(await deliveriesOf(platform, gym)).toMatchObject([{ type: 'MEMBERSHIP_DELETE', account_id: accountId }]);
});

test('the erasure of a member who had opted out, or was never migrated, has no event, as the export’s reference says', async () => {
  const gym = await platform.newGym();
  await gym.ask('createWebhook', { body: { url: 'https://hooks.example.org/', secret: 'a secret' } });
  const [shares, hides, unmigrated] = [await createMember(gym), await createMember(gym), await createMember(gym)];
  await platform.rows('UPDATE chain_profiles SET shares_data = false WHERE account_id = $1', [hides]);
  await platform.rows('UPDATE memberships SET is_known_to_v2 = false WHERE account_id = $1', [unmigrated]);
  const { chainId, gymId } = gym;
  const db = platform.db.chain(chainId);
  const call = { db, chainId, gymId, seesUnmigrated: true, clock: () => platform.time.now, ids: randomIds };
  for (const accountId of [shares, hides, unmigrated]) await eraseMember(call, accountId);
  const told = await deliveriesOf(platform, gym);
  expect(told).toMatchObject([{ type: 'MEMBERSHIP_DELETE', account_id: shares }]);
  const reference = await platform.app.request('/reference/export');
  expect(await reference.text()).toContain('no event is sent about either: members who had opted out');
});

test('nothing remains of an erased member of version 1, under any of its identifiers', async () => {
  const folder = ownTemporaryFolder();
  const gym = await platform.newGym();
  const canary = `canary${randomUUID()}`;
  const [height, decimalCard] = [171.2345678, '987654321987654321'];
  const jpeg = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } })
    .withExif({ IFD0: { ImageDescription: canary } })
    .jpeg()
    .toBuffer();
  const texts = Object.fromEntries(
    ['membershipId', 'firstName', 'lastName', 'agreementNumber', 'membershipSubType', 'referringMemberId', 'barcode']
      .concat(['phone', 'street', 'streetNumber', 'zipCode', 'city', 'state', 'country'])
      .map((field) => [field, canary]),
  );
  const { body: published } = await gym.askV1('publishUser', {
    body: {
      ...texts,
      eMail: `${canary}@example.org`,
      gender: 'MALE',
      userMotiveList: ['RELAX', 'ACTIVATION'],
      trainingFrequency: 1987654321,
      trainingDuration: 1876543210,
      height,
      rfidList: [decimalCard],
      // larger than the in-memory buffer of an upload
      imageData: Buffer.concat([jpeg, Buffer.alloc(200_000)]).toString('base64'),
      trainer: true,
    },
  });
  const { accountId } = (await gym.ask('migrate', { query: { legacyUserId: published.userId } })).body;
  const traces = [canary, canary.toUpperCase(), accountId, String(height), '1987654321', '1876543210'];
  traces.push('{RELAX,ACTIVATION}', BigInt(decimalCard).toString(16).toUpperCase());
  expect(await tablesWith(traces)).toEqual(
    ['account_images', 'accounts', 'chain_profiles', 'gym_roles', 'memberships', 'rfids'].map(
      (table) => `public.${table}`,
    ),
  );
  await gym.ask('eraseAccountMembershipData', { path: { accountId }, ...eraseAll });
  expect(await tablesWith(traces)).toEqual([]);
  const log = JSON.stringify(platform.logged);
  expect(traces.filter((trace) => log.includes(trace))).toEqual([]);
  expect(fs.readdirSync(folder, { recursive: true })).toEqual([]);
});

test('an erased member whose membership id was changed is removed as the referrer of other members', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  const { body } = await gym.ask('retrieveAccount', { path: { accountId } });
  const { membershipId } = body.membership;
  const brought = await createMember(gym);
  await platform.rows('UPDATE memberships SET referring_member_id = $1 WHERE account_id = $2', [membershipId, brought]);
  const referrer = () =>
    platform.rows('SELECT referring_member_id AS by FROM memberships WHERE account_id = $1', [brought]);
  const membership = { membershipId: 'M-another' };
  expect((await gym.ask('partialUpdate', { path: { accountId }, body: { membership } })).status).toBe(204);
  expect(await referrer()).toEqual([{ by: 'M-another' }]);
  await gym.ask('eraseAccountMembershipData', { path: { accountId }, query: { eraseMemberData: true } });
  expect(await referrer()).toEqual([{ by: null }]);
});

test.each([
  ['an erased member', [{ eraseMemberData: true }]],
  ['a member whose membership ends', [{ eraseMemberData: false }]],
  ['a member who is erased after the membership has ended', [{ eraseMemberData: false }, { eraseMemberData: true }]],
])('%s is removed as the referrer of other members', async (_, steps) => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  const { body } = await gym.ask('retrieveAccount', { path: { accountId } });
  const { membershipId } = body.membership;
  const [brought, other] = [await createMember(gym), await createMember(gym)];
  await platform.rows('UPDATE memberships SET referring_member_id = $1 WHERE account_id = $2', [membershipId, brought]);
  await platform.rows('UPDATE memberships SET referring_member_id = $1 WHERE account_id = $2', ['another', other]);
  for (const query of steps) await gym.ask('eraseAccountMembershipData', { path: { accountId }, query });
  const left = await platform.rows(
    'SELECT account_id AS id, referring_member_id AS by FROM memberships WHERE gym_id = $1',
    [gym.gymId],
  );
  expect(left).toEqual(
    expect.arrayContaining([
      { id: brought, by: null },
      { id: other, by: 'another' },
    ]),
  );
});
