import { expect, test } from 'vitest';
import { createMember, newMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { newPublished } from '#platform/testing/published.ts';

const platform = startTestPlatform();

type Query = { [Key in 'userId' | 'rfid' | 'email' | 'membershipId']?: string | number };

/** Omits undefined keys from the query. */
const ask = (gym: TestGym, query: Query) => gym.askV1('getProfile', { query: JSON.parse(JSON.stringify(query)) });

async function someone(gym: TestGym) {
  const sent = newPublished({ eMail: `a+b.${crypto.randomUUID()}@example.org`, rfidList: ['0x04A2'] });
  const { userId } = (await gym.askV1('publishUser', { body: sent })).body;
  return { userId, email: sent.eMail, membershipId: sent.membershipId, rfid: '0x04A2' };
}

test('a member is found by any single key, and so is a member of version 2', async () => {
  const gym = await platform.newGym();
  const { userId, email, membershipId, rfid } = await someone(gym);
  const { body } = await ask(gym, { userId });
  expect(body).toMatchObject({ userId: Number(userId), eMail: email, membershipId, rfidList: [rfid] });
  for (const query of [{ email }, { email: email.toUpperCase() }, { membershipId }, { rfid }, { rfid: '0x04a2' }]) {
    expect((await ask(gym, query)).body).toEqual(body);
  }
  const member = newMember({ contact: { phone: '+49 1' } });
  await createMember(gym, member);
  expect((await ask(gym, { email: member.email })).body).toMatchObject({
    membershipId: member.membership.membershipId,
    phone: '+49 1',
    startOfContract: '2024-01-01',
    rfidList: [],
    trainer: false,
  });
});

test('a plus in an e-mail address is literal, encoded or not', async () => {
  const gym = await platform.newGym();
  const { email } = await someone(gym);
  const response = await platform.app.request(`/v1/user/profile?gymId=${gym.legacyGymId}&email=${email}`, {
    headers: { 'x-access-token': gym.accessToken },
  });
  expect((await response.json()).eMail).toBe(email);
});

test('another gym of the chain finds the member', async () => {
  const gym = await platform.newGym();
  const { userId } = await someone(gym);
  const sibling = await platform.newGym({ chainId: gym.chainId });
  expect((await ask(sibling, { userId })).status).toBe(200);
});

test('no key, several keys and an empty one are 400', async () => {
  const gym = await platform.newGym();
  const { userId, email, membershipId, rfid } = await someone(gym);
  for (const query of [
    {},
    { userId, email },
    { rfid, membershipId },
    { userId, rfid, email, membershipId },
    { email: '' },
    { membershipId: '' },
    { rfid: '' },
    { email: 'nobody' },
    { email: 'müller@example.org' },
  ]) {
    expect([query, (await ask(gym, query)).status]).toEqual([query, 400]);
  }
});

test.each([
  { userId: 0 },
  { userId: -1 },
  { userId: 987654321 },
  { userId: '9007199254740992' },
  { userId: '1.5' },
  { userId: 'abc' },
  { userId: '' },
  { email: 'stranger@example.org' },
  { membershipId: 'M-stranger' },
  { rfid: '0xFFFF' },
])('%j matches no member: 404', async (query) => {
  const gym = await platform.newGym();
  expect((await ask(gym, query)).status).toBe(404);
});

test('members of another chain and former members are 404 by every key', async () => {
  const gym = await platform.newGym();
  const stranger = await platform.newGym();
  const keys = await someone(gym);
  const queries = Object.entries(keys).map(([name, value]) => ({ [name]: value }));
  for (const query of queries) expect((await ask(stranger, query)).status).toBe(404);

  const { accountId } = (await gym.ask('migrate', { query: { legacyUserId: keys.userId } })).body;
  for (const query of queries) expect((await ask(gym, query)).status).toBe(200);
  await gym.ask('eraseAccountMembershipData', { path: { accountId } });
  for (const query of queries) expect((await ask(gym, query)).status).toBe(404);
  await gym.ask('eraseAccountMembershipData', { path: { accountId }, query: { eraseMemberData: true } });
  for (const query of queries) expect((await ask(gym, query)).status).toBe(404);
});
