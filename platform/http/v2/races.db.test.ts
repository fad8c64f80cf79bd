import { expect, test } from 'vitest';
import { collideAt, collideWith } from '#platform/testing/collide.ts';
import { createMember, newMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { withoutKey } from '#platform/testing/without-key.ts';

const platform = startTestPlatform();

const primaryKey = (table: string, ...columns: string[]) => {
  const name = `${table}_${columns.join('_')}_pk`;
  return {
    drop: `ALTER TABLE ${table} DROP CONSTRAINT ${name}`,
    add: `ALTER TABLE ${table} ADD CONSTRAINT ${name} PRIMARY KEY (${columns})`,
  };
};

async function createFiftyTimes() {
  const gym = await platform.newGym();
  const email = newMember().email;
  const create = () => gym.ask('publishAccount', { body: newMember({ email }) });
  const answers = await Promise.all(Array.from({ length: 50 }, create));
  const rows = await platform.rows('SELECT FROM chain_profiles WHERE lower(email) = lower($1)', [email]);
  return { statuses: answers.map(({ status }) => status).sort(), rows: rows.length };
}

test('one e-mail address created fifty times concurrently is one member', async () => {
  expect(await createFiftyTimes()).toEqual({ statuses: [201, ...Array(49).fill(409)], rows: 1 });
});

test('without the unique index it is still one: creations with the same address are serialized', async () => {
  const key = {
    drop: 'DROP INDEX chain_profiles_email',
    add: 'CREATE UNIQUE INDEX chain_profiles_email ON chain_profiles (chain_id, email_key)',
  };
  expect((await withoutKey(platform, 'chain_profiles', key, createFiftyTimes)).rows).toBe(1);
});

async function giveOneCardToTwo() {
  const gym = await platform.newGym();
  const members = [await createMember(gym), await createMember(gym)];
  const body = { rfid: '0x04A2B3', tagFormat: 'MIFARE' };
  const give = members.map((accountId) => () => gym.ask('addRFIDToUser', { path: { accountId }, body }));
  const answers = await collideAt(platform, 'rfids', give);
  const lists = await Promise.all(members.map((accountId) => gym.ask('getUserRfids', { path: { accountId } })));
  const holders = members.filter((_, i) => lists[i]?.body.length > 0);
  return { statuses: answers.map(({ status }) => status), holders: holders.length, holder: holders[0], gym };
}

test('a card assigned to two members concurrently has one holder, who is found by it', async () => {
  const { statuses, holders, holder, gym } = await giveOneCardToTwo();
  expect({ statuses, holders }).toEqual({ statuses: [200, 200], holders: 1 });
  expect((await gym.ask('getByRfid', { path: { rfid: '0x04A2B3' } })).body.accountId).toBe(holder);
});

test('without the unique key of cards every assignment would fail (negative control)', async () => {
  const race = await withoutKey(platform, 'rfids', primaryKey('rfids', 'chain_id', 'rfid'), giveOneCardToTwo);
  expect(race).toMatchObject({ statuses: [500, 500], holders: 0 });
});

const states = [
  { startDate: '2026-12-01', endDate: '2026-12-31' },
  { startDate: '2027-01-01', endDate: '2027-06-30' },
];

async function bookFromTwoDesks(isBooked: boolean) {
  const gym = await platform.newGym();
  const path = { accountId: await createMember(gym) };
  const productId = (await gym.ask('listGymProducts')).body[0].productId;
  const book = (days: object) => gym.ask('productBooking', { path, body: { productId, ...days } });
  if (isBooked) await book({ startDate: '2026-11-22', endDate: '2026-11-23' });
  const answers = await collideAt(
    platform,
    'bookings',
    states.map((days) => () => book(days)),
  );
  const { body } = await gym.ask('userProducts', { path });
  return {
    statuses: answers.map(({ status }) => status).sort(),
    bookings: body.map(({ productId: _, ...days }: { productId: string }) => days),
  };
}

test.each([
  [false, [200, 201]],
  [true, [200, 200]],
])(
  'concurrent bookings from two desks become one, with the values of one of them (booked before: %s)',
  async (isBooked, expected) => {
    const { statuses, bookings } = await bookFromTwoDesks(isBooked);
    expect(statuses).toEqual(expected);
    expect(bookings).toHaveLength(1);
    expect(states).toContainEqual(bookings[0]);
  },
);

test('without the unique key of bookings every booking would fail (negative control)', async () => {
  const key = primaryKey('bookings', 'chain_id', 'gym_id', 'account_id', 'product_id');
  expect(await withoutKey(platform, 'bookings', key, () => bookFromTwoDesks(false))).toEqual({
    statuses: [500, 500],
    bookings: [],
  });
});

const accountsOf = (email: string) =>
  platform.rows('SELECT DISTINCT account_id FROM chain_profiles WHERE email_key = $1', [email]);
const create = (gym: TestGym, email: string) => gym.ask('publishAccount', { body: newMember({ email }) });
const publish = (gym: TestGym, eMail: string) => {
  const { email: _, membership, ...person } = newMember();
  return gym.askV1('publishUser', { body: { ...person, eMail, membershipId: membership.membershipId } });
};

test.each([
  ['creating twice', [create, create], [201, 201]],
  ['publishing twice', [publish, publish], [200, 200]],
  ['publishing and creating', [publish, create], [200, 201]],
])('a new e-mail address that two chains use concurrently, by %s, is one account', async (_, tell, expected) => {
  const { email } = newMember();
  const gyms = [await platform.newGym(), await platform.newGym()];
  const requests = tell.map((ask, i) => () => ask(gyms[i] as TestGym, email)); // safe because: there are as many gyms
  const answers = await collideAt(platform, 'accounts', requests);
  expect(answers.map(({ status }) => status)).toEqual(expected);
  expect(await accountsOf(email)).toHaveLength(1);
});

test('a new member who waits for the e-mail address finds the person who got it meanwhile, in another chain', async () => {
  const { email } = newMember();
  const [here, there] = [await platform.newGym(), await platform.newGym()];
  const taken = `WITH account AS (
      INSERT INTO accounts (account_id, created_at) SELECT gen_random_uuid(), now() WHERE lock_new_email('${email}') RETURNING *)
    INSERT INTO chain_profiles (chain_id, account_id, legacy_user_id, email, first_name, last_name, created_at)
    SELECT '${there.chainId}', account_id, legacy_user_id, '${email}', 'Nora', 'Vogt', now() FROM account`;
  const [answer] = await collideWith(platform, taken, [() => create(here, email)]);
  expect([answer?.status, answer?.body.errorCode]).toEqual([409, 'userEmailUsedByAnotherAccountConflict']);
  expect(await accountsOf(email)).toHaveLength(1);
});

test.each([
  ['PATCH', 'partialUpdate', (email: string) => ({ email })],
  ['PUT', 'updateAccount', (email: string) => newMember({ email })],
] as const)(
  'an e-mail address that one chain sets by %s while another creates an account with it belongs to one of them',
  async (_, change, body) => {
    const { email } = newMember();
    const [here, there] = [await platform.newGym(), await platform.newGym()];
    const path = { accountId: await createMember(here) };
    const answers = await collideAt(platform, 'chain_profiles', [
      () => here.ask(change, { path, body: body(email) }),
      () => there.ask('publishAccount', { body: newMember({ email, firstName: 'Nora' }) }),
    ]);
    const refused = answers.filter(({ status }) => status === 409).map(({ body: { errorCode } }) => errorCode);
    expect(refused).toEqual(['userEmailUsedByAnotherAccountConflict']);
    expect(await accountsOf(email)).toHaveLength(1);
  },
);
