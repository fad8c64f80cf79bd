import { beforeEach, expect, test } from 'vitest';
import { type FakeCards, giveCardsTo } from '#lib/testing/fake-cards.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { bookProduct, endBooking } from './book-product.ts';
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

const book = (startDate: string, endDate: string, productId = '7') =>
  bookProduct({ desk: testDesk.desk, actor: here.actor }, { accountId: lena, productId, startDate, endDate });
const read = () => readProducts({ desk: testDesk.desk, actor: here.actor }, { accountId: lena });

test('a product is booked, changed and ended', async () => {
  expect(await book('2026-11-21', '2026-12-01')).toEqual({ kind: 'booked' });
  expect(await book('2026-11-21', '2026-12-24')).toEqual({ kind: 'booked' });
  expect(await read()).toMatchObject({
    bookings: [{ productId: '7', title: 'Sauna', startDate: '2026-11-21', endDate: '2026-12-24' }],
    products: [{ title: 'Sauna' }, { title: 'Towels' }],
  });
  expect(await endBooking({ desk: testDesk.desk, actor: here.actor }, { accountId: lena, productId: '7' })).toEqual({
    kind: 'ended',
  });
  expect((await read()).bookings).toEqual([]);
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

test('a running booking can be extended with its own start only', async () => {
  fake.bookings.set(lena, [{ productId: '7', startDate: '2026-10-01', endDate: '2026-12-01' }]);
  expect(await book('2026-10-01', '2027-03-31')).toEqual({ kind: 'booked' });
  expect(await book('2026-10-02', '2027-03-31')).toMatchObject({ problems: { startDate: 'inThePast' } });
  expect(await book('2026-10-01', '2027-03-31', '8')).toMatchObject({ problems: { startDate: 'inThePast' } });
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
  expect(await book('2026-11-21', '2026-12-01', '99')).toEqual({ kind: 'productGone' });
  const gone = { accountId: lena, productId: '99' };
  expect(await endBooking({ desk: testDesk.desk, actor: here.actor }, gone)).toEqual({ kind: 'productGone' });
  here.platform.members.length = 0;
  expect(await book('2026-11-21', '2026-12-01')).toEqual({ kind: 'memberGone' });
});

test('a platform that does not answer is a failure, not an empty list of products', async () => {
  fake.fault = () => 'reset';
  await expect(read()).rejects.toMatchObject({ code: 'platformUnavailable' });
});

test('a platform without these operations does not mark the member as gone', async () => {
  fake.fault = () => ({ status: 404, body: { errorCode: 'notFound', metadata: { entity: 'UNKNOWN' } } });
  await expect(book('2026-11-21', '2026-12-01')).rejects.toMatchObject({ code: 'notFound' });
});
