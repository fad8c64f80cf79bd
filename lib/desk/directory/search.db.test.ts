import { beforeAll, expect, test } from 'vitest';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { upsertMembers } from './directory.ts';
import { memberOf } from './member.ts';
import { searchMembers } from './search.ts';

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
      membership: { membershipId, barcode, membershipType: 'BASIC', startOfContract: '2019-04-01' },
    }),
  );
  await upsertMembers(testDesk.desk.db, here.location.id, members, new Date(testDesk.clock.now));
});

const search = (text: string, at = here) => searchMembers(testDesk.desk.db, at.location.id, text);
const names = async (text: string) => (await search(text)).map(({ displayName }) => displayName);

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
  '%s finds nobody',
  async (text) => {
    expect(await names(text)).toEqual([]);
  },
);

test('signs of a pattern stand for themselves', async () => {
  expect(await names('100%')).toEqual(["Zoë O'Neill"]);
  expect(await names('B_')).toEqual(['Łukasz Kern']);
});

test('the most certain comes first', async () => {
  expect((await names('M-2'))[0]).toBe('Omar Haddad');
  expect(await names('M-2')).toHaveLength(5);
  expect(await names('Vogt')).toEqual(['Lena Vogt', 'Anna-Maria Vogler']);
});

test('shows of a member what the counter shows, of eight at most', async () => {
  expect(await search('M-10442')).toEqual([
    {
      accountId: 'account-0',
      displayName: 'Lena Vogt',
      initials: 'LV',
      membershipType: 'BASIC',
      membershipId: 'M-10442',
      memberSince: '2019-04-01',
      photoUrl: null,
    },
  ]);
  const twins = Array.from({ length: 20 }, (_, index) =>
    memberOf({ accountId: `twin-${index}`, lastName: 'Zwilling' }),
  );
  await upsertMembers(testDesk.desk.db, here.location.id, twins, new Date(testDesk.clock.now));
  expect(await search('Zwilling')).toHaveLength(8);
  expect(await search('Zwillnig')).toHaveLength(8);
});

test('finds nobody of another location', async () => {
  expect(await search('Vogt', there)).toEqual([]);
});
