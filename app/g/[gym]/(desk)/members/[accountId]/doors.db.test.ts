import { beforeEach, describe, expect, test } from 'vitest';
import { answerRead } from '#lib/server/actions/answer-read.ts';
import { readProfile } from '#lib/server/members/read-profile.ts';
import { browser, browserRequest, signIn as signInAt } from '#lib/testing/browser.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { type ProfileValues, profileFields } from '#lib/wire/members.ts';
import { addressOf } from '#lib/wire/reads/address-of.ts';
import { directory } from '#lib/wire/reads/lists.ts';
import { memberVisits, notes, profile, roles } from '#lib/wire/reads/member.ts';
import type { Read } from '#lib/wire/reads/read.ts';
import type { StaffRole } from '#lib/wire/staff.ts';
import { changeRole, removeMember, saveMember, sendMessage, writeNote } from './actions.ts';

const testDesk = setUpStartedDesk();
let here: TestLocation;
let lena: ReturnType<typeof inventMember>;

beforeEach(async () => {
  browser.claim = null;
  here = await testDesk.openLocation();
  lena = inventMember();
  here.platform.members.push(lena);
  await readProfile({ desk: testDesk.desk, actor: here.actor }, { accountId: lena.account.accountId });
  here.platform.requests.length = 0;
});

const signIn = (role: StaffRole, location = here) => signInAt(testDesk, role, location);

const below: Record<StaffRole, StaffRole> = { manager: 'reception', reception: 'trainer', trainer: 'trainer' };

const read = <Input extends object>(of: Read<Input, unknown>, input: Input) =>
  browserRequest(`http://desk${addressOf(of, here.location.id, input)}`).then(answerRead);
const ofLena = () => ({ accountId: lena.account.accountId });
const ofMembers: [string, () => Promise<Response>, StaffRole][] = [
  ['the directory', () => read(directory, {}), 'reception'],
  ['a profile', () => read(profile, ofLena()), 'reception'],
  ['the notes', () => read(notes, ofLena()), 'reception'],
  ['roles', () => read(roles, ofLena()), 'manager'],
  ['visits', () => read(memberVisits, ofLena()), 'reception'],
];

describe.each(ofMembers)('%s', (_, ask, reader) => {
  test(`is read by ${reader}, in a response that is not cached`, async () => {
    await signIn(reader);
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    [below[reader], 403],
    [null, 401],
  ] as const)('is not read by %s', async (role, status) => {
    if (role) await signIn(role);
    const answer = await ask();
    expect(answer.status).toBe(status);
    expect(await answer.text()).not.toContain('Lena');
    expect(here.platform.requests).toEqual([]);
  });
});

const member = () => ({ locationId: here.location.id, accountId: lena.account.accountId });
const values = Object.fromEntries(profileFields.map((field) => [field, ''])) as ProfileValues; // safe because: every field is there
const writes: [string, (fields?: object) => Promise<ActionResult<unknown>>, StaffRole][] = [
  [
    'an edit',
    (other) => saveMember({ ...member(), base: values, values: { ...values }, tan: '', ...other }),
    'reception',
  ],
  ['a role', (other) => changeRole({ ...member(), role: 'trainer', isGiven: true, ...other }), 'manager'],
  [
    'a message',
    (other) => sendMessage({ ...member(), messageId: testDesk.desk.newId(), text: 'Hello', deeplink: '', ...other }),
    'reception',
  ],
  [
    'a note',
    (other) =>
      writeNote({
        ...member(),
        noteId: testDesk.desk.newId(),
        base: null,
        note: { text: 'Hello', level: 'tell', expiresOn: null },
        ...other,
      }),
    'reception',
  ],
  ['an end of the membership', (other) => removeMember({ how: 'end', ...member(), ...other }), 'manager'],
  ['an erasure', (other) => removeMember({ how: 'erase', ...member(), typedName: 'Lena Vogt', ...other }), 'manager'],
];

describe.each(writes)('%s', (_, write, role) => {
  test('needs a session', async () => {
    expect(await write()).toMatchObject({ ok: false, error: { code: 'signedOut' } });
    expect(here.platform.requests).toEqual([]);
  });

  test(`requires the role ${role}`, async () => {
    await signIn(below[role]);
    expect(await write()).toMatchObject({ ok: false, error: { code: 'notAllowed' } });
    expect(here.platform.requests).toEqual([]);
  });

  test('is refused for another location', async () => {
    await signIn(role, await testDesk.openLocation());
    expect(await write()).toMatchObject({ ok: false, error: { code: 'notAllowed' } });
    expect(here.platform.requests).toEqual([]);
  });

  test.each(['.', '..', '', 'x'.repeat(101)])('rejects %j as an account id', async (accountId) => {
    await signIn(role);
    expect(await write({ accountId })).toMatchObject({ ok: false, error: { code: 'invalidInput' } });
  });
});

test('the browser gets only the fields of a member that the page shows', async () => {
  await signIn('reception');
  const answer = await (await read(profile, ofLena())).json();
  expect(Object.keys(answer.profile).sort()).toEqual([
    'accountId',
    'corporateEnd',
    'corporateStart',
    'displayName',
    'initials',
    'values',
  ]);
});
