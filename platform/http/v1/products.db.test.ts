import { afterEach, expect, test } from 'vitest';
import { createMember, hideFromV2, newMember, userIdOf } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';

const startOfTests = '2026-11-21T09:41:07.000Z';
const platform = startTestPlatform({ now: startOfTests });
afterEach(() => {
  platform.time.now = new Date(startOfTests);
});

type Query = Record<string, string | number>;

const bookingsOf = (gym: TestGym) =>
  platform.rows('SELECT * FROM bookings WHERE chain_id = $1 ORDER BY gym_id, account_id, product_id', [gym.chainId]);

async function memberOf(gym: TestGym) {
  const request = newMember();
  const accountId = await createMember(gym, request);
  return { accountId, userId: await userIdOf(platform, accountId), membershipId: request.membership.membershipId };
}

async function gymWithMember() {
  const gym = await platform.newGym();
  const member = await memberOf(gym);
  const [product] = (await gym.askV1('listProducts')).body;
  const query = { userId: member.userId };
  const activate = (changes: object = {}, asked: Query = query) =>
    gym.askV1('activateProduct', {
      query: asked,
      body: { productId: product.productId, end: '2026-12-31', ...changes },
    });
  return {
    gym,
    member,
    product,
    query,
    activate,
    list: async () => (await gym.askV1('listUserProducts', { query })).body,
  };
}

test('the products of the gym are those of version 2, in this interface’s format', async () => {
  const gym = await platform.newGym();
  const products = (await gym.askV1('listProducts')).body;
  const ofV2: { productId: string; title: string; description: string }[] = (await gym.ask('listGymProducts')).body;
  expect(products).toEqual(
    ofV2.map(({ productId, title, description }) => ({
      productId: Number(productId),
      productTitle: title,
      productDescription: description,
    })),
  );
  for (const product of products) {
    expect((await gym.askV1('getProduct', { path: { productId: product.productId } })).body).toEqual(product);
  }
});

test.each(['0', '-1', '1.5', 'abc', '99999999999', '2147483648', ' ', '١'])(
  'a product id that was never issued (%s) is 404',
  async (productId) => {
    const { gym, activate } = await gymWithMember();
    expect((await gym.askV1('getProduct', { path: { productId } })).status).toBe(404);
    expect((await activate({ productId })).status).toBe(404);
  },
);

test('a product of another gym, even of the same chain, does not exist here', async () => {
  const { gym, activate } = await gymWithMember();
  const sibling = await platform.newGym({ chainId: gym.chainId });
  const [{ productId }] = (await sibling.askV1('listProducts')).body;
  expect((await gym.askV1('getProduct', { path: { productId } })).status).toBe(404);
  expect((await activate({ productId })).status).toBe(404);
  expect(await bookingsOf(gym)).toEqual([]);
});

test('a product is activated from today, its days are overwritten, and version 2 has the same booking', async () => {
  const { gym, member, product, activate, list } = await gymWithMember();
  const first = await activate();
  expect(first.body).toEqual({ ...product, start: '2026-11-21', end: '2026-12-31' });
  const second = await activate({ start: '2026-11-22', end: '2027-01-31' });
  expect(second.body).toEqual({ ...product, start: '2026-11-22', end: '2027-01-31' });
  expect(await list()).toEqual([second.body]);
  expect((await gym.ask('userProducts', { path: { accountId: member.accountId } })).body).toEqual([
    { productId: String(product.productId), startDate: '2026-11-22', endDate: '2027-01-31' },
  ]);
});

test('the product id may be a number or a string of digits, and read-only fields are ignored', async () => {
  const { product, activate } = await gymWithMember();
  const changes = { productId: String(product.productId), productTitle: 7, productDescription: 'Mine' };
  const { status, body } = await activate(changes);
  expect([status, body]).toMatchObject([200, product]);
});

test.each([
  ['start', { start: '2026-11-20' }],
  ['start', { start: '2026-02-30' }],
  ['end', { end: undefined }],
  ['end', { end: '' }],
  ['end', { end: '2026-11-21' }],
  ['end', { start: '2027-01-02', end: '2027-01-01' }],
  ['end', { end: '2051-01-01' }],
  ['productId', { productId: undefined }],
  ['productId', { productId: {} }],
])('an invalid %s is 400 in this interface’s error format, and books nothing: %o', async (name, changes) => {
  const { gym, activate } = await gymWithMember();
  const { status, body } = await activate(changes);
  expect(status).toBe(400);
  expect(body.errorText).toContain(`${name}: `);
  expect(body.errorText).not.toMatch(/startDate|endDate/);
  expect(await bookingsOf(gym)).toEqual([]);
});

test('the member is identified by either id, or by both of the same person', async () => {
  const { gym, member, activate, list } = await gymWithMember();
  const { userId, membershipId } = member;
  const queries: Query[] = [{ userId }, { membershipId }, { userId, membershipId }];
  for (const query of queries) {
    expect((await activate({}, query)).status).toBe(200);
    expect((await gym.askV1('listUserProducts', { query })).body).toEqual(await list());
  }
  expect(await bookingsOf(gym)).toHaveLength(1);
});

test('no member is 400, two different ones are 409, an unknown one is 404', async () => {
  const { gym, member, activate } = await gymWithMember();
  const other = await memberOf(gym);
  for (const [query, expected] of [
    [{}, 400],
    [{ membershipId: '' }, 400],
    [{ userId: member.userId, membershipId: other.membershipId }, 409],
    [{ userId: 999_999_999 }, 404],
    [{ userId: '-qwn9fgz5sa3i' }, 404],
    [{ userId: member.userId, membershipId: 'nobody' }, 404],
  ] as const) {
    expect([query, (await activate({}, query)).status]).toEqual([query, expected]);
    expect([query, (await gym.askV1('listUserProducts', { query })).status]).toEqual([query, expected]);
  }
  expect(await bookingsOf(gym)).toEqual([]);
});

test('an ended booking is not listed, a future one is', async () => {
  const { activate, list } = await gymWithMember();
  await activate({ end: '2026-11-22' });
  platform.time.now = new Date('2026-11-22T22:59:59Z'); // 23:59:59 in Berlin, on the last day
  expect(await list()).toHaveLength(1);
  platform.time.now = new Date('2026-11-22T23:00:00Z');
  expect(await list()).toEqual([]);
  await activate({ start: '2027-03-01', end: '2027-03-01' });
  expect(await list()).toHaveLength(1);
});

test('a member who is not yet migrated has bookings here', async () => {
  const { member, activate, list } = await gymWithMember();
  await hideFromV2(platform, member.accountId);
  const { body } = await activate();
  expect(await list()).toEqual([body]);
});

test('a former member is 404', async () => {
  const { gym, member, query, activate } = await gymWithMember();
  await gym.ask('eraseAccountMembershipData', { path: { accountId: member.accountId } });
  expect((await activate()).status).toBe(404);
  expect((await gym.askV1('listUserProducts', { query })).status).toBe(404);
});

test("another chain's member cannot be seen or booked for", async () => {
  const { gym, member, activate } = await gymWithMember();
  await activate();
  const before = await bookingsOf(gym);
  const stranger = await platform.newGym();
  const [{ productId }] = (await stranger.askV1('listProducts')).body;
  const queries: Query[] = [{ userId: member.userId }, { membershipId: member.membershipId }];
  for (const query of queries) {
    expect((await stranger.askV1('listUserProducts', { query })).status).toBe(404);
    const body = { productId, end: '2027-12-31' };
    expect((await stranger.askV1('activateProduct', { query, body })).status).toBe(404);
  }
  expect(await bookingsOf(gym)).toEqual(before);
  expect(await bookingsOf(stranger)).toEqual([]);
});

test('a member of the chain can book in another of its gyms, and each gym lists its own bookings', async () => {
  const { gym, query, activate, list } = await gymWithMember();
  await activate();
  const sibling = await platform.newGym({ chainId: gym.chainId });
  const [{ productId }] = (await sibling.askV1('listProducts')).body;
  expect((await sibling.askV1('listUserProducts', { query })).body).toEqual([]);
  expect((await sibling.askV1('activateProduct', { query, body: { productId, end: '2027-01-01' } })).status).toBe(200);
  expect(await list()).toHaveLength(1);
});
