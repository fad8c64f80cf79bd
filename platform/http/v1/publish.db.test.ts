import { expect, test } from 'vitest';
import { blacklistEmail } from '#platform/services/emails/blacklist.ts';
import { issueTan } from '#platform/services/tans/issue.ts';
import { createMember, userIdOf } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { newPublished, profileOf, publishMember } from '#platform/testing/published.ts';

const platform = startTestPlatform();

const everything = {
  agreementNumber: 'V-1',
  membershipStatus: 'PREMIUM',
  membershipSubType: 'Student',
  activeStatus: true,
  referringMemberId: 'M-0',
  dateOfBirth: '1991-04-17',
  userMotiveList: ['HEALTH', 'SHAPE'],
  trainingFrequency: 3,
  trainingDuration: 45,
  startOfContract: '2024-01-01',
  endOfContract: '2027-12-31',
  rfidList: ['0x0012AB', '0x04A23BC21C2680'],
  phone: '+49 151 1',
  street: 'Lindenallee',
  streetNumber: '12a',
  zipCode: '10115',
  city: 'München',
  state: 'Bayern',
  country: 'DE',
  barcode: '4006381333931',
  height: 171.5,
  dayGuest: false,
  trainer: true,
};

const publish = (gym: TestGym, body: unknown) => gym.askV1('publishUser', { body });
const contents = async (chainId: string) =>
  Promise.all(
    ['chain_profiles', 'memberships', 'rfids', 'gym_roles', 'account_images'].map((table) =>
      platform.rows(`SELECT t::text, t.xmin FROM ${table} t WHERE chain_id = $1 ORDER BY 1`, [chainId]),
    ),
  );

test('a first publish creates a member, and the profile returns every field', async () => {
  const gym = await platform.newGym();
  const sent = newPublished(everything);
  const { body } = await publish(gym, { ...sent, unheardOf: 1 });
  expect(body).toEqual({ userId: expect.stringMatching(/^\d+$/) });
  expect(await profileOf(gym, body.userId)).toEqual({ ...sent, userId: Number(body.userId), prospect: false });
});

test('a field that is missing or null is unchanged, and any other value replaces it', async () => {
  const gym = await platform.newGym();
  const sent = newPublished(everything);
  const { userId } = (await publish(gym, sent)).body;
  const before = await profileOf(gym, userId);
  const nothing = Object.fromEntries(Object.keys(everything).map((field) => [field, null]));
  expect((await publish(gym, { ...nothing, userId, eMail: sent.eMail, firstName: null, gender: null })).status).toBe(
    200,
  );
  expect(await profileOf(gym, userId)).toEqual(before);

  const changed = {
    eMail: sent.eMail,
    lastName: 'Brandt',
    phone: '+49 30 2',
    height: 172,
    dayGuest: true,
    city: 'Köln',
  };
  await publish(gym, { ...changed, userId: Number(userId) });
  expect(await profileOf(gym, userId)).toEqual({ ...before, ...changed });
});

test('cards and motives are cleared only by an empty list', async () => {
  const gym = await platform.newGym();
  const sent = newPublished(everything);
  const { userId } = (await publish(gym, sent)).body;
  await publish(gym, { userId, eMail: sent.eMail, rfidList: [], userMotiveList: [] });
  expect(await profileOf(gym, userId)).toMatchObject({ rfidList: [], userMotiveList: [], phone: sent.phone });
});

test('a duplicate field of a motive is stored once', async () => {
  const gym = await platform.newGym();
  const userId = await publishMember(gym, { userMotiveList: ['SHAPE', 'HEALTH', 'SHAPE'] });
  expect((await profileOf(gym, userId)).userMotiveList).toEqual(['SHAPE', 'HEALTH']);
});

test('a publish without a change writes nothing, and one with a change updates the change time', async () => {
  const gym = await platform.newGym();
  const sent = newPublished({ ...everything, rfidList: ['4779', '0x04A23BC21C2680'] });
  const { userId } = (await publish(gym, sent)).body;
  platform.time.now = new Date(platform.time.now.getTime() + 60_000);
  const before = await contents(gym.chainId);
  for (const body of [
    sent,
    { ...sent, userId },
    { userId, eMail: sent.eMail },
    { eMail: sent.eMail },
    { ...sent, rfidList: [...sent.rfidList, '0004779'].reverse() },
  ]) {
    expect((await publish(gym, body)).body).toEqual({ userId });
    expect(await contents(gym.chainId)).toEqual(before);
  }
  await publish(gym, { ...sent, phone: '1' });
  const [membership] = await platform.rows('SELECT updated_at FROM memberships WHERE chain_id = $1', [gym.chainId]);
  expect(membership).toEqual({ updated_at: platform.time.now });
});

test.each(['membershipId', 'firstName', 'lastName', 'gender', 'eMail'])(
  'a first publish without %s is 400 and creates no member',
  async (field) => {
    const gym = await platform.newGym();
    const { status, body } = await publish(gym, { ...newPublished(), [field]: undefined });
    expect([status, body.errorText]).toEqual([400, expect.stringContaining(field)]);
    expect((await contents(gym.chainId)).flat()).toEqual([]);
  },
);

const wrongFields: [string, unknown][] = [
  ...Object.entries(newPublished(everything)).map(([field]): [string, unknown] => [field, { a: 1 }]),
  ...Object.entries(newPublished(everything))
    .filter(([, value]) => typeof value === 'string')
    .flatMap(([field]): [string, unknown][] => [
      [field, ''],
      [field, 17],
      [field, 'nul\u0000'],
      [field, 'x'.repeat(400)],
    ]),
  ['firstName', '   '],
  ['gender', 'NON_BINARY'],
  ['gender', 'male'],
  ['membershipStatus', 'GOLD'],
  ['dateOfBirth', '1991-02-30'],
  ['dateOfBirth', '17.04.1991'],
  ['endOfContract', '2023-12-31'],
  ['userMotiveList', ['FUN']],
  ['userMotiveList', 'HEALTH'],
  ['userMotiveList', ''],
  ['trainingFrequency', 1.5],
  ['trainingFrequency', -1],
  ['trainingFrequency', '3'],
  ['trainingFrequency', 2 ** 31],
  ['trainingDuration', true],
  ['height', 0],
  ['height', -1],
  ['height', '171.5'],
  ['height', 1e300],
  ['dayGuest', 'true'],
  ['activeStatus', 1],
  ['prospect', 'false'],
  ['prospect', true],
  ['trainer', 'yes'],
  ['rfidList', ''],
  ['rfidList', '0x0A'],
  ['rfidList', [12]],
  ['rfidList', [null]],
  ['eMail', null],
  ['eMail', 'nobody'],
  ['eMail', 'name@provider.'],
  ['eMail', 'müller@example.org'],
  ['eMail', 'mueller@exämple.org'],
  ['imageData', ''],
];

test.each(wrongFields)('%s as %j is 400 with the field’s name, and changes nothing', async (field, value) => {
  const gym = await platform.newGym();
  const { status, body } = await publish(gym, { ...newPublished(everything), [field]: value });
  expect([status, body.errorText]).toEqual([400, expect.stringContaining(field)]);
  expect((await contents(gym.chainId)).flat()).toEqual([]);
});

test('attribute names are case-sensitive', async () => {
  const gym = await platform.newGym();
  const { eMail, ...rest } = newPublished();
  expect((await publish(gym, { ...rest, email: eMail })).status).toBe(400);
  const userId = await publishMember(gym, { Phone: '1', rfidlist: ['0x0A'] });
  const profile = await profileOf(gym, userId);
  expect([profile.phone, profile.rfidList]).toEqual([undefined, []]);
});

test.each([
  ['a body that is not JSON', '{', 400],
  ['a list', '[]', 400],
  ['a text', '"x"', 400],
  ['nothing', '', 400],
])('%s is refused', async (_, body, expected) => {
  const gym = await platform.newGym();
  expect((await publish(gym, body)).status).toBe(expected);
});

test('a body that is not UTF-8 is 400, and one of another type 415', async () => {
  const gym = await platform.newGym();
  const send = (body: BodyInit, contentType?: string) =>
    platform.app.request(`/v1/user/publish?gymId=${gym.legacyGymId}`, {
      method: 'POST',
      headers: { 'x-access-token': gym.accessToken, ...(contentType ? { 'content-type': contentType } : {}) },
      body,
    });
  expect((await send(new Uint8Array([0x7b, 0xff, 0x7d]), 'application/json')).status).toBe(400);
  expect((await send(JSON.stringify(newPublished()), 'text/plain')).status).toBe(415);
  expect((await send(new TextEncoder().encode(JSON.stringify(newPublished())))).status).toBe(415);
  const ofUtf8 = 'application/json; charset=utf-8';
  expect((await send(JSON.stringify(newPublished()), ofUtf8)).status).toBe(200);
});

test('a blacklisted e-mail address is 403, in a first publish and as a change', async () => {
  const gym = await platform.newGym();
  const listed = newPublished();
  await platform.operate((operator) => blacklistEmail(operator, listed.eMail.toUpperCase()));
  expect((await publish(gym, listed)).status).toBe(403);
  const userId = await publishMember(gym);
  expect((await publish(gym, { userId, eMail: listed.eMail })).status).toBe(403);
  expect(await platform.rows('SELECT FROM chain_profiles WHERE email_key = lower($1)', [listed.eMail])).toEqual([]);
});

test('a member whose e-mail address is blacklisted later is 403, even unchanged, until another one is sent', async () => {
  const gym = await platform.newGym();
  const sent = newPublished();
  const userId = await publishMember(gym, sent);
  await platform.operate((operator) => blacklistEmail(operator, sent.eMail));
  expect((await publish(gym, sent)).status).toBe(403);
  expect((await publish(gym, { userId, eMail: sent.eMail, city: 'Bern' })).status).toBe(403);
  expect((await publish(gym, { userId, eMail: `new-${sent.eMail}` })).status).toBe(200);
});

test('a former member whose e-mail address is blacklisted later cannot return with it', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym, { email: 'former@example.org' });
  const userId = await userIdOf(platform, accountId);
  await gym.ask('eraseAccountMembershipData', { path: { accountId } });
  await platform.operate((operator) => blacklistEmail(operator, 'former@example.org'));
  const again = { userId, eMail: 'former@example.org', membershipId: 'M-again' };
  expect((await publish(gym, again)).status).toBe(403);
  expect((await publish(gym, newPublished(again))).status).toBe(403);
  expect(await platform.rows('SELECT FROM memberships WHERE account_id = $1', [accountId])).toEqual([]);
});

test('a contract cannot end before it starts, whichever of the two was stored before', async () => {
  const gym = await platform.newGym();
  const sent = newPublished({ startOfContract: '2026-01-01' });
  const { userId } = (await publish(gym, sent)).body;
  expect((await publish(gym, { userId, eMail: sent.eMail, endOfContract: '2025-12-31' })).status).toBe(400);
  expect((await publish(gym, { userId, eMail: sent.eMail, endOfContract: '2026-01-01' })).status).toBe(200);
  expect((await publish(gym, { userId, eMail: sent.eMail, startOfContract: '2026-01-02' })).status).toBe(400);
});

test.each([
  [{}, {}, undefined],
  [{ prospect: true }, {}, 'PROSPECT'],
  [{ membershipStatus: 'PROSPECT' }, {}, 'PROSPECT'],
  [{ prospect: true, membershipStatus: 'PROSPECT' }, { prospect: false }, 'BASIC'],
  [{ prospect: false }, {}, undefined],
  [{ prospect: false, membershipStatus: 'PREMIUM' }, {}, 'PREMIUM'],
  [{ membershipStatus: 'PREMIUM' }, { prospect: true }, 'PROSPECT'],
  [{ prospect: true }, { membershipStatus: 'BASIC' }, 'BASIC'],
])('published with %j and then %j, the status is %s and consistent with prospect', async (first, then, expected) => {
  const gym = await platform.newGym();
  const sent = newPublished(first);
  const { userId } = (await publish(gym, sent)).body;
  await publish(gym, { userId, eMail: sent.eMail, ...then });
  const { membershipStatus, prospect } = await profileOf(gym, userId);
  expect([membershipStatus, prospect]).toEqual([expected, expected && expected === 'PROSPECT']);
});

test.each([
  { membershipStatus: 'BASIC', prospect: true },
  { membershipStatus: 'PROSPECT', prospect: false },
])('the contradictory %j is 400', async (fields) => {
  const gym = await platform.newGym();
  expect((await publish(gym, newPublished(fields))).status).toBe(400);
});

async function corporateMember(gym: TestGym) {
  const { tan } = await platform.operate((operator) => issueTan(operator, { startsOn: '2026-01-01' }));
  const membership = {
    membershipType: 'CORPORATE_FITNESS' as const,
    verificationTAN: tan,
    membershipId: 'M-corporate',
  };
  await createMember(gym, { email: 'corporate@example.org', membership });
  return (await gym.askV1('getProfile', { query: { email: 'corporate@example.org' } })).body;
}

test('a corporate membership is returned unchanged, and can be neither set nor removed here', async () => {
  const gym = await platform.newGym();
  const profile = await corporateMember(gym);
  expect(profile).toMatchObject({ membershipStatus: 'CORPORATE_FITNESS', prospect: false });
  expect((await publish(gym, { ...profile, phone: '+49 1' })).status).toBe(200);
  const { userId, eMail } = profile;
  for (const change of [{ membershipStatus: 'BASIC' }, { prospect: true }]) {
    expect((await publish(gym, { userId, eMail, ...change })).status).toBe(409);
  }
  expect((await publish(gym, newPublished({ membershipStatus: 'CORPORATE_FITNESS' }))).status).toBe(409);
  const other = newPublished();
  await publish(gym, other);
  expect((await publish(gym, { ...other, membershipStatus: 'CORPORATE_FITNESS' })).status).toBe(409);
  expect(await profileOf(gym, userId)).toEqual({ ...profile, phone: '+49 1' });
});

test('a member who is neither male nor female is returned as FEMALE, and sending that back changes nothing', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym, { gender: 'NON_BINARY', email: 'neither@example.org' });
  const genderNow = async () => (await gym.ask('retrieveAccount', { path: { accountId } })).body.gender;
  const { body: profile } = await gym.askV1('getProfile', { query: { email: 'neither@example.org' } });
  expect(profile.gender).toBe('FEMALE');
  await publish(gym, { ...profile, phone: '1' });
  expect(await genderNow()).toBe('NON_BINARY');
  await publish(gym, { ...profile, gender: 'MALE' });
  expect(await genderNow()).toBe('MALE');
});

test('trainer grants and revokes the role in this gym only, and is unchanged if absent', async () => {
  const gym = await platform.newGym();
  const sent = newPublished({ trainer: true });
  const { userId } = (await publish(gym, sent)).body;
  const trainerAfter = async (fields: object) => {
    await publish(gym, { ...sent, trainer: undefined, ...fields });
    return (await profileOf(gym, userId)).trainer;
  };
  expect(await trainerAfter({})).toBe(true);
  expect(await trainerAfter({ trainer: null })).toBe(true);
  expect(await trainerAfter({ trainer: false })).toBe(false);
  expect(await trainerAfter({ phone: '1' })).toBe(false);
  expect(await trainerAfter({ trainer: true })).toBe(true);
  const sibling = await platform.newGym({ chainId: gym.chainId });
  expect((await profileOf(sibling, userId)).trainer).toBe(false);
});

test('a country is stored as sent, code or not, and the returned value can be sent back', async () => {
  const gym = await platform.newGym();
  for (const country of ['DE', 'de', 'Deutschland', 'Ελλάδα']) {
    const body = { ...newPublished(), country };
    const { body: published } = await publish(gym, body);
    const query = { userId: published.userId };
    const { body: profile } = await gym.askV1('getProfile', { query });
    expect(profile.country).toBe(country);
    const again = await publish(gym, { eMail: profile.eMail, userId: profile.userId, country: profile.country });
    expect(again.status).toBe(200);
    expect((await gym.askV1('getProfile', { query })).body.country).toBe(country);
  }
  const accountId = await createMember(gym, { contact: { country: 'Schweiz' } });
  const userId = await userIdOf(platform, accountId);
  expect((await gym.askV1('getProfile', { query: { userId } })).body.country).toBe('Schweiz');
  // an empty text has no meaning here
  expect((await publish(gym, { ...newPublished(), country: '' })).status).toBe(400);
});
