import { beforeAll, beforeEach, expect, test } from 'vitest';
import { upsertMembers } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { browser, browserRequest, signIn as signInAt } from '#lib/testing/browser.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { MemberMatches } from '#lib/wire/directory.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import type { StaffRole } from '#lib/wire/staff.ts';
import { GET } from './route.ts';

const testDesk = setUpStartedDesk();
let here: TestLocation;

beforeAll(async () => {
  here = await testDesk.openLocation();
  const lena = memberOf(inventMember().account);
  await upsertMembers(testDesk.desk.db, {
    locationId: here.location.id,
    members: [lena],
    askedAt: new Date(testDesk.clock.now),
  });
});
beforeEach(() => {
  browser.claim = null;
});

const ask = (query: string, { location } = here) =>
  browserRequest(`http://desk${pathAt(location.id, '/api/desk/members', new URLSearchParams(query))}`).then(GET);

const signIn = (role: StaffRole, location = here) => signInAt(testDesk, role, location);

test('a request without a session finds no members', async () => {
  const answer = await ask('?q=lena');
  expect(answer.status).toBe(401);
  expect(await answer.text()).not.toContain('Lena');
});

test('trainers may not search the directory', async () => {
  await signIn('trainer');
  const answer = await ask('?q=lena');
  expect(answer.status).toBe(403);
  expect(await answer.text()).not.toContain('Lena');
});

test.each(['reception', 'manager'] as const)(
  '%s gets the fields that the counter shows, in a response that is not cached',
  async (role) => {
    await signIn(role);
    const answer = await ask('?q=lena');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const found: MemberMatches = await answer.json();
    expect(Object.keys(found).sort()).toEqual(['isExact', 'isWhole', 'matches', 'total']);
    const summary = [
      'accountId',
      'displayName',
      'initials',
      'memberSince',
      'membershipId',
      'membershipType',
      'photoUrl',
    ];
    // distinguishes members of the same name
    const twins = ['contractEnd', 'dateOfBirth', 'inSince'];
    expect(found.matches.map((match) => Object.keys(match).sort())).toEqual([[...summary, ...twins].sort()]);
  },
);

test('members of another location are not found', async () => {
  const there = await testDesk.openLocation();
  await signIn('reception', there);
  const nobody = { matches: [], total: 0, isExact: false, isWhole: false };
  expect(await (await ask('?q=lena', there)).json()).toEqual(nobody);
  expect((await ask('?q=lena')).status).toBe(403);
});

test.each(['', '?q=', '?q=%20l%20', `?q=${'a'.repeat(101)}`])('a search for "%s" is refused', async (query) => {
  await signIn('reception');
  expect((await ask(query)).status).toBe(400);
});
