import { expect, test } from 'vitest';
import { collideAt } from '#platform/testing/collide.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';

const platform = startTestPlatform({ now: '2026-11-21T09:41:07.000Z' });

async function firstProductOf(gym: TestGym): Promise<string> {
  const { body } = await gym.ask('listGymProducts');
  return body[0].productId;
}

const bookingsOf = (gym: TestGym) =>
  platform.rows('SELECT * FROM bookings WHERE chain_id = $1 ORDER BY gym_id, account_id, product_id', [gym.chainId]);

async function bookingOf(gym: TestGym, body: Record<string, unknown> = {}) {
  const path = { accountId: await createMember(gym) };
  const productId = await firstProductOf(gym);
  const book = (changes: Record<string, unknown> = {}) =>
    gym.ask('productBooking', { path, body: { productId, endDate: '2026-12-31', ...body, ...changes } });
  return { path, productId, book, list: async () => (await gym.ask('userProducts', { path })).body };
}

test('every gym has the strength machine admission and the premium product, with ids of its own', async () => {
  const gym = await platform.newGym();
  const { body } = await gym.ask('listGymProducts');
  expect(body.map(({ title, scope }: { title: string; scope: string }) => [title, scope])).toEqual([
    ['Strength machines', 'LOCATION'],
    ['Premium', 'CHAIN'],
  ]);
  for (const product of body) {
    expect((await gym.ask('productDetails', { path: { productId: product.productId } })).body).toEqual(product);
  }
});

test('a product of another gym, even of the same chain, does not exist here', async () => {
  const gym = await platform.newGym();
  const sibling = await platform.newGym({ chainId: gym.chainId });
  const path = { accountId: await createMember(gym) };
  const productId = await firstProductOf(sibling);
  expect((await gym.ask('productDetails', { path: { productId } })).body.metadata).toEqual({ entity: 'PRODUCT' });
  const booked = await gym.ask('productBooking', { path, body: { productId, endDate: '2026-12-31' } });
  expect([booked.status, booked.body.metadata]).toEqual([404, { entity: 'PRODUCT' }]);
  const ended = await gym.ask('deactivateUserProduct', { path: { ...path, productId } });
  expect([ended.status, ended.body.metadata]).toEqual([404, { entity: 'PRODUCT' }]);
  expect(await bookingsOf(gym)).toEqual([]);
});

test.each(['0', '-1', '1.5', 'abc', '99999999999', '2147483648', '١'])(
  'a product id that was never issued (%s) returns 404',
  async (productId) => {
    const gym = await platform.newGym();
    const { status, body } = await gym.ask('productDetails', { path: { productId } });
    expect([status, body.metadata]).toEqual([404, { entity: 'PRODUCT' }]);
  },
);

test('the first booking returns 201, a change of it 200, and there is one booking', async () => {
  const { productId, book, list } = await bookingOf(await platform.newGym());
  const first = await book();
  expect([first.status, first.body]).toEqual([201, { productId, startDate: '2026-11-21', endDate: '2026-12-31' }]);
  const second = await book({ startDate: '2026-11-22', endDate: '2027-01-31' });
  expect([second.status, second.body]).toEqual([200, { productId, startDate: '2026-11-22', endDate: '2027-01-31' }]);
  expect(await list()).toEqual([second.body]);
});

test('of many concurrent first bookings one returns 201', async () => {
  const { book, list } = await bookingOf(await platform.newGym());
  const answers = await collideAt(platform, 'bookings', Array<typeof book>(8).fill(book));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
  expect(await list()).toHaveLength(1);
});

test('a running booking can be sent again with its start; a new one cannot start in the past', async () => {
  const gym = await platform.newGym();
  const { book } = await bookingOf(gym, { startDate: '2026-11-21' });
  await book();
  platform.time.now = new Date('2026-11-25T09:00:00Z');
  try {
    const extended = await book({ endDate: '2027-06-30' });
    expect([extended.status, extended.body.startDate]).toEqual([200, '2026-11-21']);
    const { status, body } = await (await bookingOf(gym, { startDate: '2026-11-21' })).book();
    expect([status, body.errorCode, body.fieldErrors[0].name]).toEqual([400, 'invalidArguments', 'startDate']);
  } finally {
    platform.time.now = new Date('2026-11-21T09:41:07.000Z');
  }
});

test('an ended booking is not listed, and booking again creates a new one', async () => {
  const { book, list } = await bookingOf(await platform.newGym(), { endDate: '2026-11-22' });
  await book();
  platform.time.now = new Date('2026-11-22T22:59:59Z'); // 23:59:59 in Berlin, on the last day
  try {
    expect(await list()).toHaveLength(1);
    platform.time.now = new Date('2026-11-22T23:00:00Z');
    expect(await list()).toEqual([]);
    expect((await book({ endDate: '2026-12-24' })).status).toBe(201);
  } finally {
    platform.time.now = new Date('2026-11-21T09:41:07.000Z');
  }
});

test('a future booking is listed', async () => {
  const { book, list } = await bookingOf(await platform.newGym(), { startDate: '2027-03-01', endDate: '2027-03-01' });
  const { body } = await book();
  expect(await list()).toEqual([body]);
});

test.each([
  ['startDate', { startDate: '2026-11-20' }],
  ['startDate', { startDate: '2026-02-30' }],
  ['endDate', { endDate: undefined }],
  ['endDate', { endDate: '2026-11-21' }],
  ['endDate', { startDate: '2027-01-02', endDate: '2027-01-01' }],
  ['endDate', { endDate: '2051-01-01' }],
  ['productId', { productId: '  ' }],
])('invalid days return 400 at %s and book nothing: %o', async (name, changes) => {
  const gym = await platform.newGym();
  const { status, body } = await (await bookingOf(gym)).book(changes);
  expect([status, body.errorCode, body.fieldErrors.map((field: { name: string }) => field.name)]).toEqual([
    400,
    'invalidArguments',
    [name],
  ]);
  expect(await bookingsOf(gym)).toEqual([]);
});

test('today is the current day at the gym, even on days that daylight saving shortens or lengthens', async () => {
  const days = [
    // in Berlin the clock goes from 02:00 to 03:00 on 29 March 2026, and from 03:00 to 02:00 on 25 October 2026
    ['Europe/Berlin', '2026-03-28T22:59:59Z', '2026-03-28'],
    ['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29'],
    ['Europe/Berlin', '2026-03-29T21:59:59Z', '2026-03-29'],
    ['Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-30'],
    ['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25'],
    ['Europe/Berlin', '2026-10-25T22:59:59Z', '2026-10-25'],
    ['Europe/Berlin', '2026-10-25T23:00:00Z', '2026-10-26'],
    // in Santiago midnight itself does not exist on 6 September 2026
    ['America/Santiago', '2026-09-06T03:59:59Z', '2026-09-05'],
    ['America/Santiago', '2026-09-06T04:00:00Z', '2026-09-06'],
    ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2027-01-01'],
  ] as const;
  try {
    for (const [timeZone, now, today] of days) {
      const { book } = await bookingOf(await platform.newGym({ timeZone }), { endDate: '2028-01-01' });
      platform.time.now = new Date(now);
      expect([now, (await book()).body.startDate]).toEqual([now, today]);
      expect([now, (await book({ endDate: today })).body.fieldErrors?.[0].name]).toEqual([now, 'endDate']);
    }
  } finally {
    platform.time.now = new Date('2026-11-21T09:41:07.000Z');
  }
});

test('ending a booking takes effect at once; ending a missing one changes nothing', async () => {
  const gym = await platform.newGym();
  const { path, productId, book, list } = await bookingOf(gym);
  await book();
  for (let times = 0; times < 2; times += 1) {
    expect((await gym.ask('deactivateUserProduct', { path: { ...path, productId } })).status).toBe(204);
    expect(await list()).toEqual([]);
  }
  expect((await book()).status).toBe(201);
});

test('a member of the chain can book in another of its gyms, and each gym lists its own bookings', async () => {
  const gym = await platform.newGym();
  const sibling = await platform.newGym({ chainId: gym.chainId });
  const { path, book, list } = await bookingOf(gym);
  await book();
  const productId = await firstProductOf(sibling);
  expect((await sibling.ask('productBooking', { path, body: { productId, endDate: '2026-12-01' } })).status).toBe(201);
  expect(await list()).toHaveLength(1);
  expect((await sibling.ask('userProducts', { path })).body).toMatchObject([{ productId }]);
});

test("another chain's member cannot be seen, booked for or unbooked", async () => {
  const gym = await platform.newGym();
  const { path, productId, book } = await bookingOf(gym);
  await book();
  const before = await bookingsOf(gym);
  const stranger = await platform.newGym();
  const own = await firstProductOf(stranger);
  for (const answer of [
    await stranger.ask('userProducts', { path }),
    await stranger.ask('productBooking', { path, body: { productId: own, endDate: '2027-12-31' } }),
    await stranger.ask('productBooking', { path, body: { productId, endDate: '2027-12-31' } }),
    await stranger.ask('deactivateUserProduct', { path: { ...path, productId: own } }),
    await stranger.ask('deactivateUserProduct', { path: { ...path, productId } }),
  ]) {
    expect([answer.status, answer.body.metadata]).toEqual([404, { entity: 'ACCOUNT' }]);
  }
  expect(await bookingsOf(gym)).toEqual(before);
  expect(await bookingsOf(stranger)).toEqual([]);
});
