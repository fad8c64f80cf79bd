import { and, eq, isNotNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { isOfThisGym } from '#lib/server/contracts/contract-days.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { workNow } from '#lib/server/due/location-work.ts';
import { dropFromDirectory } from '#lib/testing/kept-of-members.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { readHomes, readingHomes } from './homes.ts';
import { mirroringMembers } from './mirror.ts';

const testDesk = setUpTestDesk();

const dayMs = 86_400_000;
const readAll = async () => {
  await workNow(testDesk.desk, mirroringMembers);
  await workNow(testDesk.desk, readingHomes);
};
const listings = ({ platform }: TestLocation) =>
  platform.requests.filter(({ query }) => query.get('currentGymOnly') === 'true').length;

/** Two gyms of a chain with a member each, as the keys of both list them. */
async function openChain() {
  const [here, north] = [await testDesk.openLocation(), await testDesk.openLocation()];
  const guest = inventMember();
  const own = inventMember();
  here.platform.members.push(own, { ...guest, isOfAnotherGym: true });
  north.platform.members.push(guest, { ...own, isOfAnotherGym: true });
  const { accountId } = guest.account;
  const scan = async ({ card } = guest) =>
    lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value: card });
  /** Moves the guest to the other gym of the chain. */
  const move = (isHere: boolean) => {
    for (const { platform, isOwn } of [
      { platform: here.platform, isOwn: isHere },
      { platform: north.platform, isOwn: !isHere },
    ]) {
      const member = platform.members.find(({ account }) => account.accountId === accountId);
      if (member) member.isOfAnotherGym = !isOwn;
    }
  };
  return { here, north, guest, own, scan, move };
}

test('home gyms are not read for the only gym of a desk', async () => {
  const alone = await testDesk.openLocation();
  alone.platform.members.push(inventMember());
  await readAll();
  expect(alone.platform.requests.length).toBeGreaterThan(0);
  expect(listings(alone)).toBe(0);
});

test('the verdict names the home gym of a member of another gym, and none for a member of this gym', async () => {
  const { here, north, own, scan } = await openChain();
  await readAll();
  expect(await scan()).toMatchObject({ kind: 'admitted', homeGym: north.location.name });
  expect(await scan(own)).not.toHaveProperty('homeGym');
  here.platform.fault = () => ({ status: 500, body: {} });
  expect(await scan()).toMatchObject({ kind: 'unconfirmed', homeGym: north.location.name });
});

test('home gyms are read once a day', async () => {
  const { here } = await openChain();
  await readAll();
  await readAll();
  expect(listings(here)).toBe(1);
  testDesk.clock.now += dayMs;
  await readAll();
  expect(listings(here)).toBe(2);
});

test('a member who moved here is noticed after one pass, one who left after two', async () => {
  const { north, scan, move } = await openChain();
  await readAll();
  move(true);
  testDesk.clock.now += dayMs;
  await readAll();
  expect(await scan()).not.toHaveProperty('homeGym');
  move(false);
  testDesk.clock.now += dayMs;
  await readAll();
  expect(await scan()).not.toHaveProperty('homeGym');
  testDesk.clock.now += dayMs;
  await readAll();
  expect(await scan()).toMatchObject({ homeGym: north.location.name });
});

test.each([
  ['that ends the list', { hasNext: false, total: 0 }],
  ['that announces another page', { hasNext: true, total: 1 }],
])('an empty page %s changes no home gym, and the next pass is complete again', async (_, said) => {
  const { here, own, scan } = await openChain();
  await readAll();
  here.platform.fault = ({ query }) =>
    query.get('currentGymOnly') === 'true'
      ? { status: 200, body: { offset: 0, limit: 100, items: [], ...said } }
      : null;
  testDesk.clock.now += dayMs;
  await readAll();
  const homeAt = async () => {
    const isOwn = and(eq(members.locationId, here.location.id), eq(members.accountId, own.account.accountId));
    const [row] = await testDesk.desk.db.select().from(members).where(isOwn);
    return row?.homeAt ?? null;
  };
  expect(await homeAt()).not.toBeNull();
  expect(await scan(own)).not.toHaveProperty('homeGym');
  here.platform.fault = () => null;
  testDesk.clock.now += dayMs;
  await readAll();
  expect(await homeAt()).toEqual(new Date(testDesk.clock.now));
});

test('the home gym of all members is read from pages that are smaller than requested and do not say whether another one follows', async () => {
  const { here } = await openChain();
  here.platform.members.push(...Array.from({ length: 20 }, () => inventMember()));
  here.platform.dialect = (reply) => {
    const { items } = (reply.body ?? {}) as { items?: unknown[] }; // safe because: only pages have items
    return items ? { ...reply, body: { limit: 8, items: items.slice(0, 8) } } : reply;
  };
  await readAll();
  const isHome = and(eq(members.locationId, here.location.id), isNotNull(members.homeAt));
  expect(await testDesk.desk.db.$count(members, isHome)).toBe(21);
});

test('the home gym of all members is read from a platform that does not page, and counts the whole chain', async () => {
  const { here } = await openChain();
  here.platform.members.push(...Array.from({ length: 149 }, () => inventMember()));
  const own = here.platform.members.filter(({ isOfAnotherGym }) => !isOfAnotherGym).map(({ account }) => account);
  here.platform.dialect = (reply, { query }) =>
    query.get('currentGymOnly') === 'true' ? { ...reply, body: { total: 1_000, items: own } } : reply;
  await readAll();
  await readAll();
  // the second page shows that nobody follows
  expect(listings(here)).toBe(2);
  const ofOwn = and(eq(members.locationId, here.location.id), isOfThisGym(here.location.id));
  expect(await testDesk.desk.db.$count(members, ofOwn)).toBe(150);
});

test('the home gym of all members is read from a platform that does not page also where each page takes a whole turn', async () => {
  const { here } = await openChain();
  here.platform.members.push(...Array.from({ length: 149 }, () => inventMember()));
  const own = here.platform.members.filter(({ isOfAnotherGym }) => !isOfAnotherGym).map(({ account }) => account);
  here.platform.dialect = (reply, { query }) =>
    query.get('currentGymOnly') === 'true' ? { ...reply, body: { items: own } } : reply;
  await workNow(testDesk.desk, mirroringMembers);
  expect(await readHomes({ desk: testDesk.desk, actor: here.actor }, { longestMs: 0 })).toBe(false);
  expect(listings(here)).toBe(2);
  const ofOwn = and(eq(members.locationId, here.location.id), isOfThisGym(here.location.id));
  expect(await testDesk.desk.db.$count(members, ofOwn)).toBe(150);
});

test('a list that repeats its first page takes no home gym from those who are not on it', async () => {
  const { here } = await openChain();
  here.platform.members.push(...Array.from({ length: 20 }, () => inventMember()));
  await readAll();
  here.platform.dialect = (reply) => {
    const items = here.platform.members.slice(2, 7).map(({ account }) => account);
    const isPage = 'items' in ((reply.body ?? {}) as object); // safe because: an answer is an object
    return isPage ? { ...reply, body: { items } } : reply;
  };
  for (let day = 0; day < 3; day += 1) {
    testDesk.clock.now += dayMs;
    await readAll();
  }
  const isHome = and(eq(members.locationId, here.location.id), isNotNull(members.homeAt));
  expect(await testDesk.desk.db.$count(members, isHome)).toBe(21);
});

test('a list that does not end does not count as read, and is requested again after an hour', async () => {
  const { here } = await openChain();
  here.platform.members.push(...Array.from({ length: 20 }, () => inventMember()));
  here.platform.dialect = (reply, { query }) =>
    query.get('currentGymOnly') === 'true'
      ? { ...reply, body: { hasNext: true, items: here.platform.members.slice(2, 7).map(({ account }) => account) } }
      : reply;
  const ofOwn = and(eq(members.locationId, here.location.id), isOfThisGym(here.location.id));
  const countOwn = () => testDesk.desk.db.$count(members, ofOwn);
  await readAll();
  await readAll();
  expect(listings(here)).toBe(2);
  // as before a first reading, when nothing is known of homes
  expect(await countOwn()).toBe(22);
  here.platform.dialect = (reply) => reply;
  testDesk.clock.now += dayMs / 24;
  await readAll();
  expect(listings(here)).toBe(3);
  expect(await countOwn()).toBe(21);
});

test('a verdict names no home gym where the membership differs: a person may be a member of two chains', async () => {
  const { north, guest, scan } = await openChain();
  const [there] = north.platform.members;
  if (there) there.account = { ...guest.account, membership: { ...guest.account.membership, membershipId: 'other-1' } };
  await readAll();
  expect(await scan()).not.toHaveProperty('homeGym');
});

test('a verdict names no retired gym, and none that has forgotten the member', async () => {
  const { north, guest, scan } = await openChain();
  await readAll();
  const isNorth = eq(locations.id, north.location.id);
  await testDesk.desk.db
    .update(locations)
    .set({ retiredAt: new Date(testDesk.clock.now) })
    .where(isNorth);
  expect(await scan()).not.toHaveProperty('homeGym');
  await testDesk.desk.db.update(locations).set({ retiredAt: null }).where(isNorth);
  expect(await scan()).toHaveProperty('homeGym');
  await dropFromDirectory(testDesk.desk.db, { locationId: north.location.id, accountId: guest.account.accountId });
  expect(await scan()).not.toHaveProperty('homeGym');
});

test('where a platform ignores the filter and lists the whole chain, no home gym is named', async () => {
  const { here, north, scan } = await openChain();
  for (const { platform } of [here, north]) for (const member of platform.members) member.isOfAnotherGym = false;
  await readAll();
  expect(await scan()).not.toHaveProperty('homeGym');
});

test('a pass resumes at the failed page', async () => {
  const { here } = await openChain();
  here.platform.members.push(...Array.from({ length: 250 }, () => inventMember()));
  let isFailing = true;
  here.platform.fault = ({ query }) =>
    isFailing && query.get('currentGymOnly') === 'true' && query.get('offset') === '180'
      ? { status: 500, body: {} }
      : null;
  await readAll();
  here.platform.requests.length = 0;
  isFailing = false;
  await readAll();
  expect(
    here.platform.requests
      .filter(({ query }) => query.get('currentGymOnly') === 'true')
      .map(({ query }) => query.get('offset')),
  ).toEqual(['180']);
  const known = await testDesk.desk.db.select().from(members).where(eq(members.locationId, here.location.id));
  expect(known.filter(({ homeAt }) => homeAt !== null)).toHaveLength(251);
});
