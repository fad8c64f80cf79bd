import { beforeEach, describe, expect, test } from 'vitest';
import { readLog } from '#lib/server/audit/read-log.ts';
import type { ActorContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { type FakeCards, giveCardsTo } from '#lib/testing/fake-cards.ts';
import { type FakeRequest, type Reply, refuse } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { BookedDays } from '#lib/wire/products.ts';
import { until } from '#shared/testing/until.ts';
import { bookProduct, bookUnderLease, endBooking } from './book-product.ts';
import { readProducts } from './read-products.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let fake: FakeCards;
let lena: string;

beforeEach(async () => open('Europe/Berlin'));

async function open(timeZone: string): Promise<void> {
  here = await testDesk.openLocation({ timeZone });
  fake = giveCardsTo(here.platform);
  fake.products.push({ productId: '7', title: 'Sauna' }, { productId: '8', title: 'Towels' });
  const member = inventMember();
  here.platform.members.push(member);
  lena = member.account.accountId;
}

const context = () => ({ desk: testDesk.desk, actor: here.actor });
const days = (startDate: string, endDate: string) => ({ startDate, endDate });
const book = (startDate: string, endDate: string, { productId = '7', base = null as BookedDays | null } = {}) =>
  bookProduct(context(), { accountId: lena, productId, startDate, endDate, base });
const end = (base: BookedDays, productId = '7') => endBooking(context(), { accountId: lena, productId, base });
const read = () => readProducts(context(), { accountId: lena });
const isRead = ({ method, path }: FakeRequest) => method === 'GET' && path === `/api/v2/accounts/${lena}/products`;
const writes = () => here.platform.requests.filter(({ method }) => method !== 'GET').map(({ method }) => method);
const booked = () => fake.bookings.get(lena) ?? [];
/** From now on, the member's bookings also have one that cannot be read. */
const listAnotherUnreadably = () => {
  const another = { productId: '8', startDate: 20_260_101 };
  here.platform.dialect = (reply, request) =>
    isRead(request) && Array.isArray(reply.body) ? { ...reply, body: [...reply.body, another] } : reply;
};

test('a product is booked, changed and ended', async () => {
  const first = days('2026-11-21', '2026-12-01');
  const second = days('2026-11-21', '2026-12-24');
  expect(await book('2026-11-21', '2026-12-01')).toEqual({ kind: 'booked' });
  expect(await book('2026-11-21', '2026-12-24', { base: first })).toEqual({ kind: 'booked' });
  expect(await read()).toMatchObject({
    bookings: [{ productId: '7', title: 'Sauna', ...second }],
    products: [{ title: 'Sauna' }, { title: 'Towels' }],
  });
  expect(await end(second)).toEqual({ kind: 'ended' });
  expect((await read()).bookings).toEqual([]);
});

test('the last day of a running booking is changed also where the platform takes no first day that is over', async () => {
  const running = days('2026-11-01', '2026-11-30');
  fake.bookings.set(lena, [{ productId: '7', ...running }]);
  const sent: unknown[] = [];
  fake.fault = ({ method, body }) => {
    if (method !== 'PUT') return null;
    sent.push(body);
    if (JSON.stringify(body).includes('startDate')) {
      const fieldErrors = [{ name: 'startDate', message: 'Must be today or later.' }];
      return { status: 400, body: { errorCode: 'invalidArguments', requestId: 'r', metadata: {}, fieldErrors } };
    }
    fake.bookings.set(lena, [{ productId: '7', ...days('2026-11-21', '2027-01-31') }]);
    return { status: 200, body: booked()[0] };
  };
  expect(await book('2026-11-01', '2027-01-31', { base: running })).toEqual({ kind: 'booked' });
  expect(sent).toEqual([
    { productId: '7', ...days('2026-11-01', '2027-01-31') },
    { productId: '7', endDate: '2027-01-31' },
  ]);
  expect((await read()).bookings).toMatchObject([days('2026-11-21', '2027-01-31')]);
  const { entries } = await readLog(context(), {});
  const firstDay = { label: 'firstDay', text: '2026-11-21' };
  expect(entries).toMatchObject([{ action: 'bookProduct', details: expect.arrayContaining([firstDay]) }]);
});

describe('where the platform refuses the first day of a running booking', () => {
  const running = days('2026-11-01', '2026-11-30');
  const fieldErrors = [{ name: 'startDate', message: 'Must be today or later.' }];
  const refusal = { status: 400, body: { errorCode: 'invalidArguments', requestId: 'r', metadata: {}, fieldErrors } };
  const hasFirstDay = ({ body }: FakeRequest) => JSON.stringify(body).includes('startDate');
  const putsAre = (reply: (request: FakeRequest) => Reply) => {
    fake.bookings.set(lena, [{ productId: '7', ...running }]);
    fake.fault = (request) => (request.method === 'PUT' ? reply(request) : null);
  };

  test('because somebody has ended it meanwhile, it is not booked again', async () => {
    putsAre(() => {
      fake.bookings.clear();
      return refusal;
    });
    expect(await book('2026-11-01', '2027-01-31', { base: running })).toEqual({ kind: 'changedMeanwhile' });
    expect([booked(), writes()]).toEqual([[], ['PUT']]);
  });

  test('and the answer to the second request is lost, the bookings say whether it was carried out', async () => {
    putsAre((request) => {
      if (hasFirstDay(request)) return refusal;
      fake.bookings.set(lena, [{ productId: '7', ...days('2026-11-21', '2027-01-31') }]);
      return { status: 502 };
    });
    expect(await book('2026-11-01', '2027-01-31', { base: running })).toEqual({ kind: 'booked' });
    putsAre((request) => (hasFirstDay(request) ? refusal : { status: 502 }));
    await expect(book('2026-11-01', '2027-02-28', { base: running })).rejects.toMatchObject({
      code: 'platformUnavailable',
    });
  });

  test('it is extended also where another one cannot be read', async () => {
    putsAre((request) => {
      if (hasFirstDay(request)) return refusal;
      fake.bookings.set(lena, [{ productId: '7', ...days('2026-11-21', '2027-01-31') }]);
      return { status: 200, body: booked()[0] };
    });
    listAnotherUnreadably();
    expect(await book('2026-11-01', '2027-01-31', { base: running })).toEqual({ kind: 'booked' });
  });

  test('and then the last day, that one is named', async () => {
    putsAre((request) =>
      hasFirstDay(request)
        ? refusal
        : { ...refusal, body: { ...refusal.body, fieldErrors: [{ name: 'endDate', message: 'Too far.' }] } },
    );
    const outcome = await book('2026-11-01', '2027-01-31', { base: running });
    expect(outcome).toEqual({ kind: 'refused', problems: { endDate: 'refused' } });
  });
});

describe('a form that was opened before another user’s change', () => {
  const theirs = { productId: '7', ...days('2026-11-21', '2027-12-31') };
  const opened = days('2026-12-01', '2026-12-31');

  test('does not overwrite the booking of a product that was free', async () => {
    fake.bookings.set(lena, [theirs]);
    expect(await book('2026-11-21', '2026-12-31')).toEqual({ kind: 'changedMeanwhile' });
    expect([booked(), writes()]).toEqual([[theirs], []]);
  });

  test('does not revive a booking that has ended', async () => {
    expect(await book('2026-12-01', '2027-01-31', { base: opened })).toEqual({ kind: 'changedMeanwhile' });
    expect([booked(), writes()]).toEqual([[], []]);
  });

  test.each([
    ['another last day', '2026-12-01', '2027-06-30'],
    ['another first day', '2026-12-02', '2026-12-31'],
  ])('does not overwrite %s', async (_, startDate, endDate) => {
    fake.bookings.set(lena, [{ productId: '7', startDate, endDate }]);
    expect(await book('2026-12-01', '2027-01-31', { base: opened })).toEqual({ kind: 'changedMeanwhile' });
    expect([booked(), writes()]).toEqual([[{ productId: '7', startDate, endDate }], []]);
  });

  test('does not end what it did not show', async () => {
    fake.bookings.set(lena, [theirs]);
    expect(await end(opened)).toEqual({ kind: 'changedMeanwhile' });
    expect([booked(), writes()]).toEqual([[theirs], []]);
  });

  test('has ended what has ended, also where the platform refuses to end it again', async () => {
    fake.fault = ({ method }) => (method === 'DELETE' ? refuse('notFound', { entity: 'UNKNOWN' }) : null);
    expect(await end(opened)).toEqual({ kind: 'ended' });
    expect(writes()).toEqual([]);
  });

  test('is compared with a fresh answer, not with one that is on its way', async () => {
    const former = Promise.withResolvers<void>();
    let reads = 0;
    fake.fault = (request) => {
      if (!isRead(request)) return null;
      reads += 1;
      return reads === 1 ? { status: 200, body: [], after: former.promise } : null;
    };
    const reading = read();
    await until(() => expect(reads).toBe(1));
    fake.bookings.set(lena, [theirs]);
    const booking = book('2026-11-21', '2026-12-31');
    try {
      await until(() => expect(reads).toBe(2));
    } finally {
      former.resolve();
    }
    expect(await booking).toEqual({ kind: 'changedMeanwhile' });
    await reading;
  });
});

describe('two simultaneous changes of a booking, in two processes', () => {
  const opened = days('2026-11-21', '2026-12-01');

  /** Both read before either writes, unless one of them waits for the lease, and so asks for the time again before it reads. */
  async function changeTwice(change: typeof bookProduct) {
    fake.bookings.set(lena, [{ productId: '7', ...opened }]);
    const mayAnswer = Promise.withResolvers<void>();
    let reads = 0;
    fake.listsAfter = () => {
      reads += 1;
      if (reads === 2) mayAnswer.resolve();
      return mayAnswer.promise;
    };
    const process = (desk: DeskContext): ActorContext => {
      let asked = 0;
      const clock = () => {
        asked += 1;
        if (asked === 2) mayAnswer.resolve();
        return desk.clock();
      };
      return { desk: { ...desk, clock }, actor: here.actor };
    };
    const wish = { accountId: lena, productId: '7', startDate: opened.startDate, base: opened };
    const outcomes = await Promise.all([
      change(process(testDesk.desk), { ...wish, endDate: '2026-12-31' }),
      change(process(testDesk.another()), { ...wish, endDate: '2027-06-30' }),
    ]);
    return outcomes.map(({ kind }) => kind).toSorted();
  }

  test('one is booked, and the other is told', async () => {
    expect(await changeTwice(bookProduct)).toEqual(['booked', 'changedMeanwhile']);
    expect(writes()).toEqual(['PUT']);
  });

  test('control: without the lease, the later one overwrites the other', async () => {
    expect(await changeTwice(bookUnderLease)).toEqual(['booked', 'booked']);
  });
});

test('a booking and an end whose answers were lost count as made where the bookings show them, also in the log', async () => {
  here.platform.dialect = (reply, { method }) => (method === 'GET' ? reply : { status: 502 });
  const first = days('2026-11-21', '2026-12-01');
  expect(await book(first.startDate, first.endDate)).toEqual({ kind: 'booked' });
  // the platform has it: the correction begins with it
  expect(await book('2026-11-21', '2026-12-24', { base: first })).toEqual({ kind: 'booked' });
  expect(await end(days('2026-11-21', '2026-12-24'))).toEqual({ kind: 'ended' });
  expect([booked(), writes()]).toEqual([[], ['PUT', 'PUT', 'DELETE']]);
  const { entries } = await readLog(context(), {});
  expect(entries.flatMap(({ details }) => details.map(({ label }) => label))).not.toContain('notConfirmed');
});

test('the same request again after a lost answer books nothing twice', async () => {
  // what was booked cannot be read either
  fake.fault = (request) => (isRead(request) && writes().length > 0 ? 'reset' : null);
  here.platform.dialect = (reply, { method }) => (method === 'PUT' ? { status: 502 } : reply);
  await expect(book('2026-11-21', '2026-12-01')).rejects.toMatchObject({ code: 'platformUnavailable' });
  fake.fault = () => null;
  expect(await book('2026-11-21', '2026-12-01')).toEqual({ kind: 'booked' });
  expect(writes()).toEqual(['PUT']);
});

test('a title with a character that PostgreSQL refuses is logged without it', async () => {
  fake.products.push({ productId: '9', title: 'Sauna\u0000 plus' });
  expect(await book('2026-11-21', '2026-12-01', { productId: '9' })).toEqual({ kind: 'booked' });
  const { entries } = await readLog(context(), {});
  expect(entries[0]?.details).toContainEqual({ label: 'product', text: 'Sauna plus' });
});

test('today is the date in the location’s time zone', async () => {
  const before = testDesk.clock.now;
  testDesk.clock.now = Date.parse('2026-11-21T21:00:00Z');
  await open('Pacific/Auckland');
  expect(await book('2026-11-21', '2026-12-01')).toEqual({ kind: 'refused', problems: { startDate: 'inThePast' } });
  expect(await book('2026-11-22', '2026-11-22')).toEqual({ kind: 'refused', problems: { endDate: 'notAfterToday' } });
  testDesk.clock.now = Date.parse('2026-11-22T05:00:00Z');
  await open('Pacific/Honolulu');
  expect(await book('2026-11-21', '2026-11-22')).toEqual({ kind: 'booked' });
  testDesk.clock.now = before;
});

describe('the audit log', () => {
  const [first, second] = [days('2026-11-21', '2026-12-01'), days('2026-11-21', '2026-12-24')];
  const readEntries = async () =>
    (await readLog(context(), {})).entries.map(({ action, by, details }) => [action, by, details]);
  const detailsOf = ({ startDate, endDate }: BookedDays, ...more: object[]) => [
    { label: 'product', text: 'Sauna' },
    { label: 'firstDay', text: startDate },
    { label: 'lastDay', text: endDate },
    ...more,
  ];

  test('has who booked, changed and ended what, and nothing that was not carried out', async () => {
    await book(first.startDate, first.endDate);
    testDesk.clock.now += 1_000;
    await book(second.startDate, second.endDate, { base: first });
    await book(second.startDate, '2027-12-31', { base: first });
    await book('2026-11-21', '2026-11-21', { base: second });
    await end(first);
    testDesk.clock.now += 1_000;
    await end(second);
    // somebody else has ended it
    await end(second);
    expect(await readEntries()).toEqual([
      ['endBooking', 'Mira Sommer', detailsOf(second)],
      ['bookProduct', 'Mira Sommer', detailsOf(second, { label: 'daysBefore', text: '2026-11-21 2026-12-01' })],
      ['bookProduct', 'Mira Sommer', detailsOf(first)],
    ]);
  });

  test('says where the platform did not confirm it', async () => {
    fake.fault = ({ method }) => (method === 'GET' ? null : { status: 502 });
    await expect(book(first.startDate, first.endDate)).rejects.toMatchObject({ code: 'platformUnavailable' });
    fake.bookings.set(lena, [{ productId: '7', ...first }]);
    testDesk.clock.now += 1_000;
    await expect(end(first)).rejects.toMatchObject({ code: 'platformUnavailable' });
    const lost = detailsOf(first, { label: 'notConfirmed', text: '' });
    expect(await readEntries()).toEqual([
      ['endBooking', 'Mira Sommer', lost],
      ['bookProduct', 'Mira Sommer', lost],
    ]);
  });

  test('says of a day that the platform does not report, that it does not', async () => {
    fake.bookings.set(lena, [{ productId: '7', endDate: '2026-12-01' }]);
    await book(second.startDate, second.endDate, { base: { startDate: null, endDate: '2026-12-01' } });
    expect(await readEntries()).toEqual([
      ['bookProduct', 'Mira Sommer', detailsOf(second, { label: 'daysBefore', text: '– 2026-12-01' })],
    ]);
  });
});

test.each([
  ['', ''],
  [', also where the platform writes days with a time', 'T00:00:00Z'],
])('a running booking can be extended with its own start only%s', async (_, time) => {
  fake.bookings.set(lena, [{ productId: '7', startDate: `2026-10-01${time}`, endDate: `2026-12-01${time}` }]);
  const base = days('2026-10-01', '2026-12-01');
  expect((await read()).bookings).toMatchObject([base]);
  const refused = { problems: { startDate: 'inThePast' } };
  expect(await book('2026-10-02', '2027-03-31', { base })).toMatchObject(refused);
  expect(await book('2026-10-01', '2027-03-31', { productId: '8' })).toMatchObject(refused);
  expect(await book('2026-10-01', '2027-03-31', { base })).toEqual({ kind: 'booked' });
  expect(booked()).toEqual([{ productId: '7', ...days('2026-10-01', '2027-03-31') }]);
});

test('a day that the platform refuses is reported at its field', async () => {
  fake.fault = ({ method }) =>
    method === 'PUT'
      ? {
          status: 400,
          body: { errorCode: 'invalidArguments', fieldErrors: [{ name: 'endDate', message: 'Too far away.' }] },
        }
      : null;
  expect(await book('2026-11-21', '2040-01-01')).toEqual({ kind: 'refused', problems: { endDate: 'refused' } });
});

test('a product or a member that is gone has an outcome of its own', async () => {
  expect(await book('2026-11-21', '2026-12-01', { productId: '99' })).toEqual({ kind: 'productGone' });
  fake.bookings.set(lena, [{ productId: '99', ...days('2026-11-21', '2026-12-01') }]);
  expect(await end(days('2026-11-21', '2026-12-01'), '99')).toEqual({ kind: 'productGone' });
  here.platform.members.length = 0;
  expect(await book('2026-11-21', '2026-12-01')).toEqual({ kind: 'memberGone' });
});

test('a platform that does not answer is a failure, not an empty list of products', async () => {
  fake.fault = () => 'reset';
  await expect(read()).rejects.toMatchObject({ code: 'platformUnavailable' });
});

test('where a booking cannot be read, a product that may be the booked one is neither booked nor ended', async () => {
  const bookings = [
    { productId: '7', startDate: 20_260_101, endDate: '2026-12-31' },
    { productId: '8', startDate: '2026-01-01', endDate: '2026-12-31' },
  ];
  fake.fault = (request) => (isRead(request) ? { status: 200, body: bookings } : null);
  await expect(book('2026-11-21', '2026-12-21')).rejects.toMatchObject({ code: 'platformUnavailable' });
  await expect(end(days('2026-01-01', '2026-12-31'))).rejects.toMatchObject({ code: 'platformUnavailable' });
  expect(writes()).toEqual([]);
  // the other booking can be read
  fake.bookings.set(lena, [{ productId: '8', ...days('2026-01-01', '2026-12-31') }]);
  expect(await end(days('2026-01-01', '2026-12-31'), '8')).toEqual({ kind: 'ended' });
});

test('where another booking cannot be read, an end whose answer was lost stays in doubt', async () => {
  const first = days('2026-11-21', '2026-12-01');
  fake.bookings.set(lena, [{ productId: '7', ...first }]);
  listAnotherUnreadably();
  const { dialect } = here.platform;
  here.platform.dialect = (reply, request) => (request.method === 'DELETE' ? { status: 502 } : dialect(reply, request));
  await expect(end(first)).rejects.toMatchObject({ code: 'platformUnavailable' });
  expect([booked(), writes()]).toEqual([[], ['DELETE']]);
});

test('a platform without these operations does not mark the member as gone', async () => {
  fake.fault = () => ({ status: 404, body: { errorCode: 'notFound', metadata: { entity: 'UNKNOWN' } } });
  await expect(book('2026-11-21', '2026-12-01')).rejects.toMatchObject({ code: 'notFound' });
});
