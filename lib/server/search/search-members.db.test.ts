import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { cards, directorySyncs } from '#lib/server/db/schema/directory.ts';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import { upsertMembers } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { searchMembers } from './search-members.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let there: TestLocation;

const people = [
  ['Lena', 'Vogt', 'M-10442', '4006381333931'],
  ['Jürgen', 'Müller', 'M-10443', 'B-7'],
  ['Anna', 'Groß', 'M-10444', 'B-8'],
  ['Omar', 'Haddad', 'M-2', 'B-9'],
  ['Hildegard', 'Meyer', 'M-20', 'B-10'],
  ['Zoë', "O'Neill", 'M-21', '100%'],
  ['Łukasz', 'Kern', 'M-22', 'B_1'],
  ['Anna-Maria', 'Vogler', 'M-23', 'B-11'],
] as const;

beforeAll(async () => {
  [here, there] = [await testDesk.openLocation(), await testDesk.openLocation()];
  const members = people.map(([firstName, lastName, membershipId, barcode], index) =>
    memberOf({
      accountId: `account-${index}`,
      email: `${firstName}.${index}@example.com`,
      firstName,
      lastName,
      ...(index === 1 && { dateOfBirth: '1991-04-05', contact: { phone: '+49 (0)171 555-0143' } }),
      membership: { membershipId, barcode, membershipType: 'BASIC', startOfContract: '2019-04-01' },
    }),
  );
  const at = new Date(testDesk.clock.now);
  await upsertMembers(testDesk.desk.db, { locationId: here.location.id, members, askedAt: at });
  await testDesk.desk.db
    .insert(cards)
    .values({ locationId: here.location.id, kind: 'rfid', value: '0x047C8D9E', accountId: 'account-1', syncedAt: at });
});

const search = (text: string, at = here) => searchMembers({ desk: testDesk.desk, actor: at.actor }, { q: text });
const names = async (text: string) => (await search(text)).matches.map(({ displayName }) => displayName);

let known = 0;
type Person = readonly [string | null, string, { dateOfBirth?: string; endOfContract?: string }?];

/** Adds members to the directory. @returns their account ids */
async function know(persons: readonly Person[]): Promise<string[]> {
  const made = persons.map(([firstName, lastName, { dateOfBirth, endOfContract } = {}]) => {
    known += 1;
    const accountId = `known-${String(known).padStart(3, '0')}`;
    return memberOf({ accountId, firstName, lastName, dateOfBirth, membership: { endOfContract } });
  });
  await upsertMembers(testDesk.desk.db, {
    locationId: here.location.id,
    members: made,
    askedAt: new Date(testDesk.clock.now),
  });
  return made.map(({ accountId }) => accountId);
}

const hoursAgo = (hours: number) => new Date(testDesk.clock.now - hours * 3_600_000);

const visit = async (accountId: string | undefined, hours: number, state: 'sent' | 'undone' = 'sent') => {
  const [at, { id: locationId }] = [hoursAgo(hours), here.location];
  const times = { tappedAt: at, undoUntil: at, nextAttemptAt: at, recordedAt: at };
  await testDesk.desk.db
    .insert(visits)
    .values({ locationId, tapId: randomUUID(), accountId, kind: 'checkIn', state, ...times });
};

test.each([
  ['umlauts', 'Muller', 'Jürgen Müller'],
  ['umlauts as they are', 'müll', 'Jürgen Müller'],
  ['umlauts as two letters', 'Mueller', 'Jürgen Müller'],
  ['a sharp s', 'gross', 'Anna Groß'],
  ['a stroke through a letter', 'lukasz', 'Łukasz Kern'],
  ['an apostrophe left out', 'oneill', "Zoë O'Neill"],
  ['an accent', 'zoe', "Zoë O'Neill"],
  ['the last name first', 'vogt, lena', 'Lena Vogt'],
  ['beginnings of both names', 'le vo', 'Lena Vogt'],
  ['the end of a name', 'gard', 'Hildegard Meyer'],
  ['the second of two first names', 'maria', 'Anna-Maria Vogler'],
  ['two letters in the wrong order', 'Vgot', 'Lena Vogt'],
  ['another spelling', 'Meier', 'Hildegard Meyer'],
  ['the beginning of an e-mail address', 'OMAR.3@ex', 'Omar Haddad'],
  ['a membership id', 'm-10442', 'Lena Vogt'],
  ['the beginning of a barcode', '400638', 'Lena Vogt'],
])('finds by %s', async (_, text, name) => {
  expect((await names(text))[0]).toBe(name);
});

test.each([['Paul'], ['xyzzyq'], ['lena kern'], ['M-9'], ['--'], ['%%'], ['__'], ['10_'], ['\\']])(
  '%s finds no member',
  async (text) => {
    expect(await names(text)).toEqual([]);
  },
);

test('wildcards of SQL patterns are taken literally', async () => {
  expect(await names('100%')).toEqual(["Zoë O'Neill"]);
  expect(await names('B_')).toEqual(['Łukasz Kern']);
});

test('the best match comes first', async () => {
  expect((await names('M-2'))[0]).toBe('Omar Haddad');
  expect(await names('M-2')).toHaveLength(5);
  expect(await names('Vogt')).toEqual(['Lena Vogt', 'Anna-Maria Vogler']);
});

test('a match of the first word of a name ranks before one of another word, and both before one inside a word', async () => {
  await know([
    ['Anna-Lisbeth', 'Kranz'],
    ['Marlis', 'Kranz'],
    ['Lis', 'Kranz'],
    ['Otto', 'Lissner'],
  ]);
  expect(await names('lis')).toEqual(['Lis Kranz', 'Otto Lissner', 'Anna-Lisbeth Kranz', 'Marlis Kranz']);
});

test('within a rank, the latest visit comes first, here or elsewhere; an undone visit does not count', async () => {
  const [never, here1, elsewhere, undone] = await know([
    ['Adam', 'Besuch'],
    ['Bert', 'Besuch'],
    ['Carl', 'Besuch'],
    ['Dora', 'Besuch'],
  ]);
  await visit(here1, 3);
  await visit(undone, 1, 'undone');
  await visit(undone, 9);
  await testDesk.desk.db
    .insert(elsewhereEvents)
    .values({ locationId: here.location.id, accountId: elsewhere ?? '', kind: 'checkIn', at: hoursAgo(2) });
  const found = (await search('besuch')).matches.map(({ accountId }) => accountId);
  expect(found).toEqual([elsewhere, here1, undone, never]);
});

describe('digits', () => {
  test.each([
    ['the end of a membership id', '443', 'Jürgen Müller'],
    ['a part of a phone number with the trunk prefix', '0171 5550', 'Jürgen Müller'],
    ['a part of a phone number with the country code', '+49 171 555', 'Jürgen Müller'],
    ['a part of a card number', '7c8d9e', 'Jürgen Müller'],
    ['a part of a barcode', '381333', 'Lena Vogt'],
    ['a date of birth with dots', '5.4.1991', 'Jürgen Müller'],
    ['a date of birth with slashes and a two-digit year', '05/04/91', 'Jürgen Müller'],
    ['a date of birth in ISO 8601', '1991-04-05', 'Jürgen Müller'],
  ])('find by %s', async (_, text, name) => {
    expect(await names(text)).toEqual([name]);
  });

  test.each([['71'], ['0171'], ['381'], ['7c8'], ['31.2.1991'], ['2091-04-05']])('%s finds no member', async (text) => {
    expect(await names(text)).toEqual([]);
  });
});

describe('an exact match', () => {
  test.each([
    ['jürgen müller', true],
    ['Müller, Jürgen', true],
    ['m-10443', true],
    ['0171 5550143', false],
    ['+49 171 5550143', true],
    ['5.4.1991', true],
    ['Jürgen', false],
    ['Jürgen Mülle', false],
    ['10443', false],
  ])('of %s: %s', async (text, isExact) => {
    expect(await search(text)).toMatchObject({ matches: [{ displayName: 'Jürgen Müller' }], total: 1, isExact });
  });

  test('is not reported for two members of the same name, who differ by date of birth, contract end and presence', async () => {
    const [first, second] = await know([
      ['Mia', 'Doppel', { dateOfBirth: '1990-01-02', endOfContract: '2026-11-25' }],
      ['Mia', 'Doppel', { dateOfBirth: '1970-08-09', endOfContract: '2027-11-25' }],
    ]);
    await visit(first, 1);
    expect(await search('mia doppel')).toMatchObject({
      isExact: false,
      total: 2,
      matches: [
        {
          accountId: first,
          dateOfBirth: '1990-01-02',
          contractEnd: { day: '2026-11-25', state: 'soon' },
          inSince: hoursAgo(1).toISOString(),
        },
        { accountId: second, dateOfBirth: '1970-08-09', contractEnd: null, inSince: null },
      ],
    });
  });
});

test('shows at most eight members with what the counter shows of them, and the total', async () => {
  expect(await search('M-10442')).toEqual({
    matches: [
      {
        accountId: 'account-0',
        displayName: 'Lena Vogt',
        initials: 'LV',
        membershipType: 'BASIC',
        membershipId: 'M-10442',
        memberSince: '2019-04-01',
        photoUrl: null,
        dateOfBirth: null,
        contractEnd: null,
        inSince: null,
      },
    ],
    total: 1,
    isExact: true,
    isWhole: true,
  });
  await know(Array.from({ length: 20 }, () => [null, 'Zwilling'] as const));
  expect(await search('Zwilling')).toMatchObject({ matches: { length: 8 }, total: 20 });
  expect(await search('Zwillnig')).toMatchObject({ matches: { length: 8 } });
});

test('a search without a match is reported as incomplete until the first full pass is done', async () => {
  expect(await search('Unbekannt')).toMatchObject({ total: 0, isWhole: false });
  const allReadAt = new Date(testDesk.clock.now);
  await testDesk.desk.db.insert(directorySyncs).values({ locationId: here.location.id, allReadAt });
  expect(await search('Unbekannt')).toMatchObject({ total: 0, isWhole: true });
});

test('finds no member of another location', async () => {
  expect(await search('Vogt', there)).toEqual({ matches: [], total: 0, isExact: false, isWhole: false });
});
