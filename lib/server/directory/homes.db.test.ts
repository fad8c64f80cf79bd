import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { workNow } from '#lib/server/due/location-work.ts';
import { dropFromDirectory } from '#lib/testing/kept-of-members.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { readingHomes } from './homes.ts';
import { mirroringMembers } from './mirror.ts';

const testDesk = setUpTestDesk();

const dayMs = 86_400_000;
const readAll = async () => {
  await workNow(testDesk.desk, mirroringMembers);
  await workNow(testDesk.desk, readingHomes);
};
const listings = ({ platform }: TestLocation) =>
  platform.requests.filter(({ query }) => query.get('currentGymOnly') === 'true').length;

/** Two gyms of a chain, and a member of the second, as each platform's key is told of them. */
async function openChain() {
  const [here, north] = [await testDesk.openLocation(), await testDesk.openLocation()];
  const guest = inventMember();
  const own = inventMember();
  here.platform.members.push(own, { ...guest, isOfAnotherGym: true });
  north.platform.members.push(guest, { ...own, isOfAnotherGym: true });
  const { accountId } = guest.account;
  const scan = async ({ card } = guest) =>
    lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value: card });
  /** At another gym of the chain from now on, as both are told. */
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

test('a gym that has the desk to itself is asked for nothing more', async () => {
  const alone = await testDesk.openLocation();
  alone.platform.members.push(inventMember());
  await readAll();
  expect(alone.platform.requests.length).toBeGreaterThan(0);
  expect(listings(alone)).toBe(0);
});

test('the verdict of a member of another gym of this desk names it, and that of a member of this one names none', async () => {
  const { here, north, own, scan } = await openChain();
  await readAll();
  expect(await scan()).toMatchObject({ kind: 'admitted', homeGym: north.location.name });
  expect(await scan(own)).not.toHaveProperty('homeGym');
  here.platform.fault = () => ({ status: 500, body: {} });
  expect(await scan()).toMatchObject({ kind: 'unconfirmed', homeGym: north.location.name });
});

test('reads them once a day', async () => {
  const { here } = await openChain();
  await readAll();
  await readAll();
  expect(listings(here)).toBe(1);
  testDesk.clock.now += dayMs;
  await readAll();
  expect(listings(here)).toBe(2);
});

test('a move is known here with the next reading, and once a second one says so, that somebody has left', async () => {
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
  ['that ends it', { hasNext: false, total: 0 }],
  ['that says another follows', { hasNext: true, total: 1 }],
])('an empty page %s takes nobody’s home, and the next list is whole again', async (_, said) => {
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

test('names no gym where the membership is another one: a person may be a member of two chains', async () => {
  const { north, guest, scan } = await openChain();
  const [there] = north.platform.members;
  if (there) there.account = { ...guest.account, membership: { ...guest.account.membership, membershipId: 'other-1' } };
  await readAll();
  expect(await scan()).not.toHaveProperty('homeGym');
});

test('names no gym that is retired, and none from which the member is gone', async () => {
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

test('a platform that lists the whole chain whatever it is asked names no home', async () => {
  const { here, north, scan } = await openChain();
  for (const { platform } of [here, north]) for (const member of platform.members) member.isOfAnotherGym = false;
  await readAll();
  expect(await scan()).not.toHaveProperty('homeGym');
});

test('goes on after a failure where it was', async () => {
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
