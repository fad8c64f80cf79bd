import { expect, test } from 'vitest';
import { untilLocked, whileHeldAt } from '#platform/testing/collide.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { newPublished, profileOf, publishMember } from '#platform/testing/published.ts';

const platform = startTestPlatform();

const holderOf = async (gym: TestGym, rfid: string) => {
  const { status, body } = await gym.askV1('getProfile', { query: { rfid } });
  return status === 200 ? String(body.userId) : status;
};
const holderInV2 = async (gym: TestGym, rfid: string) =>
  (await gym.ask('getByRfid', { path: { rfid } })).body.accountId as string | undefined;
const addCard = (gym: TestGym, accountId: string, rfid: string, tagFormat = 'MIFARE') =>
  gym.ask('addRFIDToUser', { path: { accountId }, body: { rfid, tagFormat } });

test.each([
  ['0x04a23bc21c2680', '0x04A23BC21C2680'],
  ['0xabc', '0x0ABC'],
  ['0x0', '0x00'],
  ['0x000A', '0x000A'],
  [' 0x0A ', '0x0A'],
  ['0', '0x00'],
  ['255', '0xFF'],
  ['256', '0x0100'],
  ['0004779', '0x12AB'],
  ['1304562', '0x13E7F2'],
  ['18446744073709551616', '0x010000000000000000'],
  [(2n ** 256n - 1n).toString(), `0x${'FF'.repeat(32)}`],
  [`0x${'f'.repeat(64)}`, `0x${'FF'.repeat(32)}`],
])('the card %s is stored as %s and found in its original form', async (sent, kept) => {
  const gym = await platform.newGym();
  const userId = await publishMember(gym, { rfidList: [sent] });
  expect((await profileOf(gym, userId)).rfidList).toEqual([kept]);
  expect(await holderOf(gym, sent)).toBe(userId);
  expect(await holderOf(gym, kept.toLowerCase())).toBe(userId);
});

test.each([
  '',
  '0x',
  '0xGG',
  'AB',
  '0X0A',
  '-1',
  '1.5',
  '1e3',
  '12 34',
  `0x${'0'.repeat(65)}`,
  (2n ** 256n).toString(),
])('%j is not a card: 400 in a list and in a look-up', async (rfid) => {
  const gym = await platform.newGym();
  expect((await gym.askV1('publishUser', { body: newPublished({ rfidList: [rfid] }) })).status).toBe(400);
  expect((await gym.askV1('getProfile', { query: { rfid } })).status).toBe(400);
});

test('a card sent as a decimal number is found with any leading zeros, in both versions', async () => {
  const gym = await platform.newGym();
  const userId = await publishMember(gym, { rfidList: ['4779'] });
  const { accountId } = (await gym.ask('migrate', { query: { legacyUserId: userId } })).body;
  for (const rfid of ['0x12AB', '0x0012AB', '0x0000000012ab']) {
    expect(await holderInV2(gym, rfid)).toBe(accountId);
    expect(await holderOf(gym, rfid)).toBe(userId);
  }
});

test('a list of cards that was read and is sent back keeps a decimal card found by its number, in both versions', async () => {
  const gym = await platform.newGym();
  const member = newPublished({ rfidList: ['4779', '4780'] });
  const { userId } = (await gym.askV1('publishUser', { body: member })).body;
  const { rfidList } = await profileOf(gym, String(userId));
  expect(rfidList).toEqual(['0x12AB', '0x12AC']);
  const answers = [
    { ...member, rfidList },
    { ...member, rfidList, city: 'Bremen' },
  ].map(async (body) => (await gym.askV1('publishUser', { body })).status);
  expect(await Promise.all(answers)).toEqual([200, 200]);
  const { accountId } = (await gym.ask('migrate', { query: { legacyUserId: String(userId) } })).body;
  const rfids = [{ rfid: '0x12AB' }, { rfid: '0x77' }];
  expect((await gym.ask('updateUsersRfids', { path: { accountId }, body: { rfids } })).status).toBe(204);
  expect(await holderInV2(gym, '0x000012AB')).toBe(accountId);
});

test('of two cards with one number, the exact form takes precedence, and a decimal one matches with any leading zeros', async () => {
  const gym = await platform.newGym();
  const userId = await publishMember(gym, { rfidList: ['4779', '0x0012AB'] });
  const { accountId } = (await gym.ask('migrate', { query: { legacyUserId: userId } })).body;
  const removeCard = async () => (await gym.ask('deleteRfid', { path: { accountId, rfid: '0x0012ab' } })).status;
  expect(await removeCard()).toBe(204);
  expect((await profileOf(gym, userId)).rfidList).toEqual(['0x12AB']);
  expect(await removeCard()).toBe(204);
  expect((await profileOf(gym, userId)).rfidList).toEqual([]);
  expect(await removeCard()).toBe(404);
});

test('a card sent in hex is found only in that form', async () => {
  const gym = await platform.newGym();
  const userId = await publishMember(gym, { rfidList: ['0x0012AB', '0x00CD'] });
  expect(await holderOf(gym, '0x0012AB')).toBe(userId);
  const otherForms = ['0x12AB', '0x000012AB', '4779', '0xCD', '205'];
  expect(await Promise.all(otherForms.map((rfid) => holderOf(gym, rfid)))).toEqual(Array(5).fill(404));
  const other = await publishMember(gym, { rfidList: ['0x12AB'] });
  expect([await holderOf(gym, '0x0012AB'), await holderOf(gym, '0x12AB')]).toEqual([userId, other]);
});

test('a card sent in decimal that another member gets in hex, with any leading zeros, has no former holder', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  const former = await publishMember(gym, { rfidList: ['4779', '4780'] });
  expect((await addCard(gym, accountId, '0x000012ab')).status).toBe(200);
  expect((await profileOf(gym, former)).rfidList).toEqual(['0x12AC']);
  expect((await gym.ask('deleteRfid', { path: { accountId, rfid: '0x000012AB' } })).status).toBe(204);
  expect([await holderOf(gym, '0x000012AB'), await holderOf(gym, '4779')]).toEqual([404, 404]);
  expect(
    (await gym.ask('updateUsersRfids', { path: { accountId }, body: { rfids: [{ rfid: '0x0012AC' }] } })).status,
  ).toBe(204);
  expect((await profileOf(gym, former)).rfidList).toEqual([]);
});

test('a card of hex digits that another member gets in decimal has no former holder, whatever its leading zeros', async () => {
  const gym = await platform.newGym();
  const longest = `0x${'12AB'.padStart(64, '0')}`;
  const former = await publishMember(gym, { rfidList: ['0x12AB', '0x0012AB', longest, '0x12AB00', '0x0112AB'] });
  const userId = await publishMember(gym, { rfidList: ['4779'] });
  for (const rfid of ['4779', '0x12AB', '0x0012AB', longest]) expect(await holderOf(gym, rfid)).toBe(userId);
  expect((await profileOf(gym, former)).rfidList).toEqual(['0x0112AB', '0x12AB00']);
});

test('of a member’s own cards, one form does not remove another, and neither does a member of another chain', async () => {
  const gym = await platform.newGym();
  const userId = await publishMember(gym, { rfidList: ['4779', '0x0012AB'] });
  const stranger = await platform.newGym();
  await publishMember(stranger, { rfidList: ['4779', '0x000012AB'] });
  expect((await profileOf(gym, userId)).rfidList).toEqual(['0x0012AB', '0x12AB']);
});

test('the same card sent in two forms is one card', async () => {
  const gym = await platform.newGym();
  const userId = await publishMember(gym, { rfidList: ['255', '0xff', '0x0FF', '00255'] });
  expect((await profileOf(gym, userId)).rfidList).toEqual(['0x00FF', '0xFF']);
});

test('a list replaces the cards of the gym software, and keeps those of machines', async () => {
  const gym = await platform.newGym();
  const sent = newPublished({ rfidList: ['0x0A', '0x0B', '0x0C'] });
  const { userId } = (await gym.askV1('publishUser', { body: sent })).body;
  await platform.rows("UPDATE rfids SET is_from_machine = true WHERE chain_id = $1 AND rfid = '0x0A'", [gym.chainId]);
  await gym.askV1('publishUser', { body: { ...sent, rfidList: ['0x0C', '0x0D'] } });
  expect((await profileOf(gym, userId)).rfidList).toEqual(['0x0C', '0x0D']);
  expect(await holderOf(gym, '0x0A')).toBe(userId);
  expect(await holderOf(gym, '0x0B')).toBe(404);
});

test('a card that another member holds is moved, across both versions', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  await addCard(gym, accountId, '0x0A');
  const userId = await publishMember(gym, { rfidList: ['0x0A'] });
  expect(await holderOf(gym, '0x0A')).toBe(userId);
  expect((await gym.ask('getUserRfids', { path: { accountId } })).body).toEqual([]);
  expect((await addCard(gym, accountId, '0x0A')).status).toBe(200);
  expect(await holderInV2(gym, '0x0A')).toBe(accountId);
  expect((await profileOf(gym, userId)).rfidList).toEqual([]);
});

test("a card's format, which this interface does not have, survives a new list", async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym, { email: 'format@example.org' });
  await addCard(gym, accountId, '0x0A', 'LEGIC');
  await gym.askV1('publishUser', { body: { eMail: 'format@example.org', rfidList: ['0x0A', '0x0B'] } });
  const { body } = await gym.ask('getUserRfids', { path: { accountId } });
  expect(body).toEqual([{ rfid: '0x0A', tagFormat: 'LEGIC' }, { rfid: '0x0B' }]);
});

test("another chain's card is neither found nor moved", async () => {
  const gym = await platform.newGym();
  const userId = await publishMember(gym, { rfidList: ['0x0A'] });
  const stranger = await platform.newGym();
  expect(await holderOf(stranger, '0x0A')).toBe(404);
  await publishMember(stranger, { rfidList: ['0x0A'] });
  expect(await holderOf(gym, '0x0A')).toBe(userId);
});

test.each([
  ['0x0012AB', '4779', 'second'],
  ['4779', '0x0012AB', 404],
])(
  'a card that two members get at the same moment, as %s and as %s, is the second one’s',
  async (one, other, byOne) => {
    const gym = await platform.newGym();
    const [first, second] = [await publishMember(gym), await publishMember(gym)];
    const give = (userId: string, rfid: string) =>
      gym.askV1('publishUser', { body: { ...newPublished(), userId, rfidList: [rfid] } });
    // the second comes while the first has written and not committed
    const answers = await whileHeldAt(platform, 'AFTER INSERT ON rfids', async (goOn) => {
      const given = [give(first, one)];
      await untilLocked(platform, 1);
      given.push(give(second, other));
      await untilLocked(platform, 2);
      await goOn();
      return Promise.all(given);
    });
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect([await holderOf(gym, one), await holderOf(gym, other)]).toEqual([
      byOne === 'second' ? second : byOne,
      second,
    ]);
  },
);

test('a card that one member gets in decimal and another through version 2 at the same moment has one holder', async () => {
  const gym = await platform.newGym();
  const [first, second] = [await publishMember(gym), await createMember(gym)];
  const answers = await whileHeldAt(platform, 'AFTER INSERT ON rfids', async (goOn) => {
    const published = gym.askV1('publishUser', { body: { ...newPublished(), userId: first, rfidList: ['4779'] } });
    await untilLocked(platform, 1);
    const added = addCard(gym, second, '0x0012AB');
    await untilLocked(platform, 2);
    await goOn();
    return Promise.all([published, added]);
  });
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect([await holderOf(gym, '4779'), await holderInV2(gym, '0x0012AB')]).toEqual([404, second]);
});
