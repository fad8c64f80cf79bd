import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { cards } from '#lib/server/db/schema/directory.ts';
import { recallMember } from '#lib/server/lookup/find-member.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { upsertMember } from './directory.ts';
import { forgetLostCard } from './forget-lost-card.ts';
import { memberOf } from './member.ts';

const testDesk = setUpTestDesk();
const lena = memberOf(inventMember().account);
const omar = memberOf(inventMember().account);
const chain = 'https://members.example.com';
let locationId: string;

/** A gym that knows Lena by her card, in two forms, and by another one; and Omar by a third form. */
async function openGym(apiUrl: string, membershipId = lena.membershipId): Promise<string> {
  const { location } = await testDesk.openLocation({ apiUrl });
  const [known, syncedAt] = [{ locationId: location.id, kind: 'rfid' } as const, new Date(testDesk.clock.now)];
  for (const member of [{ ...lena, membershipId }, omar]) {
    await upsertMember(testDesk.desk.db, { locationId: location.id, member, askedAt: syncedAt });
  }
  await testDesk.desk.db.insert(cards).values([
    { ...known, syncedAt, accountId: lena.accountId, value: '0x0402' },
    { ...known, syncedAt, accountId: lena.accountId, value: '0x000402' },
    { ...known, syncedAt, accountId: lena.accountId, value: '0x040200' },
    { ...known, syncedAt, accountId: omar.accountId, value: '0x00000402' },
  ]);
  return location.id;
}

/** Whom a gym takes for the holders of the cards while its platform is unreachable. */
const holdersAt = (gym: string) =>
  Promise.all(
    ['0x0402', '0x000402', '0x040200', '0x00000402'].map(async (value) => {
      const lookupKey = { kind: 'rfid', value } as const;
      return (await recallMember(testDesk.desk.db, { locationId: gym, lookupKey }))?.accountId ?? null;
    }),
  );
const untouched = [lena.accountId, lena.accountId, lena.accountId, omar.accountId];

beforeEach(async () => {
  locationId = await openGym(chain);
});

test('a lost card is forgotten, in every form of its number, at each gym of the chain', async () => {
  const north = await openGym(chain);
  await forgetLostCard(testDesk.desk.db, {
    locationId,
    accountId: lena.accountId,
    card: { kind: 'rfid', value: '0x0402' },
  });
  for (const gym of [locationId, north]) {
    expect(await holdersAt(gym)).toEqual([null, null, lena.accountId, omar.accountId]);
  }
});

test.each([
  ['a removed pass is', 'token-aaaa', ['token-bbbb']],
  ['all passes of a member are, where the token of the removed one is unknown,', null, []],
])('%s forgotten at each gym of the chain', async (_, value, kept) => {
  const gyms = [locationId, await openGym(chain)];
  const syncedAt = new Date(testDesk.clock.now);
  for (const gym of gyms) {
    const known = { locationId: gym, kind: 'nfc', syncedAt } as const;
    await testDesk.desk.db.insert(cards).values([
      { ...known, accountId: lena.accountId, value: 'token-aaaa' },
      { ...known, accountId: lena.accountId, value: 'token-bbbb' },
      { ...known, accountId: omar.accountId, value: 'token-cccc' },
    ]);
  }
  await forgetLostCard(testDesk.desk.db, { locationId, accountId: lena.accountId, card: { kind: 'nfc', value } });
  for (const gym of gyms) {
    expect(await holdersAt(gym)).toEqual(untouched);
    const passes = await testDesk.desk.db
      .select({ value: cards.value })
      .from(cards)
      .where(and(eq(cards.locationId, gym), eq(cards.kind, 'nfc')))
      .orderBy(cards.value);
    expect(passes.map((pass) => pass.value)).toEqual([...kept, 'token-cccc']);
  }
});

test('a lost card that is stored as another member’s is forgotten at this gym alone', async () => {
  const north = await openGym(chain);
  await forgetLostCard(testDesk.desk.db, {
    locationId,
    accountId: lena.accountId,
    card: { kind: 'rfid', value: '0x00000402' },
  });
  expect(await holdersAt(locationId)).toEqual([null, null, lena.accountId, null]);
  expect(await holdersAt(north)).toEqual([null, null, lena.accountId, omar.accountId]);
});

test.each([
  ['of another chain in which the person is a member', chain, 'M-of-the-other-chain'],
  ['that does not know the membership', chain, null],
  ['of another platform with the same ids', 'https://others.example.com', lena.membershipId],
])('a lost card stays known at a gym %s', async (_, apiUrl, membershipId) => {
  const foreign = await openGym(apiUrl, membershipId);
  await forgetLostCard(testDesk.desk.db, {
    locationId,
    accountId: lena.accountId,
    card: { kind: 'rfid', value: '0x0402' },
  });
  expect(await holdersAt(foreign)).toEqual(untouched);
});

test('a lost card is forgotten at this gym although it does not know the member', async () => {
  const [north, here] = [await openGym(chain), (await testDesk.openLocation({ apiUrl: chain })).location.id];
  const card = { locationId: here, kind: 'rfid', value: '0x0402', syncedAt: new Date(testDesk.clock.now) } as const;
  await testDesk.desk.db.insert(cards).values({ ...card, accountId: lena.accountId });
  await forgetLostCard(testDesk.desk.db, {
    locationId: here,
    accountId: lena.accountId,
    card: { kind: 'rfid', value: '0x0402' },
  });
  expect(await testDesk.desk.db.$count(cards, eq(cards.locationId, here))).toBe(0);
  expect(await holdersAt(north)).toEqual(untouched);
});
