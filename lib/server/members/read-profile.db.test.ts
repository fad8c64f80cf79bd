import { beforeEach, expect, test } from 'vitest';
import { findInDirectory } from '#lib/server/directory/directory.ts';
import { refuse } from '#lib/testing/fake-platform.ts';
import { holdAnswer } from '#lib/testing/hold-answer.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { askForAbsent } from './ask-absent.ts';
import { forgetMember } from './forget-member.ts';
import { readProfile } from './read-profile.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const read = (accountId: string) => readProfile({ desk: testDesk.desk, actor: here.actor }, { accountId });
const inDirectory = (value: string) =>
  findInDirectory(testDesk.desk.db, { locationId: here.location.id, key: { kind: 'accountId', value } });

function enrol() {
  const member = inventMember();
  member.account.contact = { phone: '+49 89 1' };
  here.platform.members.push(member);
  return member.account;
}

test('a profile is read from the platform, and the member is stored in the directory', async () => {
  const { accountId, lastName } = enrol();
  expect(await read(accountId)).toMatchObject({
    kind: 'current',
    profile: { displayName: `Lena ${lastName}`, values: { 'contact.phone': '+49 89 1' } },
  });
  expect(await inDirectory(accountId)).toMatchObject({ lastName });
});

test('while the platform is unreachable, the profile comes from the directory, with its age', async () => {
  const { accountId, lastName } = enrol();
  await read(accountId);
  const confirmedAt = new Date(testDesk.clock.now).toISOString();
  testDesk.clock.now += 60_000;
  here.platform.fault = () => ({ status: 503, body: {} });
  expect(await read(accountId)).toMatchObject({
    kind: 'remembered',
    because: 'platformUnavailable',
    confirmedAt,
    profile: { values: { lastName, 'contact.phone': '' } },
  });
});

test('while the platform is unreachable, a member who is not in the directory cannot be shown', async () => {
  here.platform.fault = () => ({ status: 503, body: {} });
  expect(await read('account-unseen')).toEqual({ kind: 'unavailable', because: 'platformUnavailable' });
});

test.each([
  ['keyRejected', { status: 401, body: {} }],
  ['permissionMissing', refuse('missingPermission')],
] as const)('a failure because of the key is reported as such: %s', async (because, refusal) => {
  const { accountId } = enrol();
  await read(accountId);
  here.platform.fault = () => refusal;
  expect(await read(accountId)).toMatchObject({ kind: 'remembered', because });
  expect(await read('account-unseen')).toEqual({ kind: 'unavailable', because });
});

test('a missing member is forgotten after the platform has reported it twice', async () => {
  const { accountId } = enrol();
  await read(accountId);
  here.platform.members.pop();
  enrol();
  expect(await read(accountId)).toEqual({ kind: 'gone' });
  expect(await inDirectory(accountId)).not.toBeNull();
  await askForAbsent({ desk: testDesk.desk, actor: here.actor });
  expect(await inDirectory(accountId)).toBeNull();
});

test('an answer about another account is not shown', async () => {
  const { accountId, lastName } = enrol();
  const { account } = inventMember();
  await read(accountId);
  here.platform.fault = () => ({ status: 200, body: account });
  expect(await read(accountId)).toMatchObject({ kind: 'remembered', profile: { values: { lastName } } });
  expect(await inDirectory(account.accountId)).toBeNull();
});

test('a member forgotten while a coalesced request is in flight is not restored by its answer', async () => {
  const { accountId } = enrol();
  const held = holdAnswer();
  const answer = { status: 200, body: here.platform.members[0]?.account, after: held.promise };
  here.platform.fault = () => answer;
  const first = read(accountId);
  await until(() => expect(here.platform.requests).toHaveLength(1));
  testDesk.clock.now += 100;
  const { desk } = testDesk;
  await desk.db.transaction((tx) => forgetMember(tx, desk, { locationId: here.location.id, accountId }));
  testDesk.clock.now += 100;
  const second = read(accountId);
  held.release();
  expect(await Promise.all([first, second])).toEqual([{ kind: 'gone' }, { kind: 'gone' }]);
  expect(here.platform.requests).toHaveLength(1);
  expect(await inDirectory(accountId)).toBeNull();
});

test('a member for whom the platform forbids the request is shown from the directory, and not forgotten', async () => {
  const { accountId } = enrol();
  await read(accountId);
  here.platform.fault = ({ path }) => (path.endsWith(accountId) ? refuse('forbiddenAction') : null);
  expect(await read(accountId)).toMatchObject({ kind: 'remembered', because: 'platformUnavailable' });
  expect(await inDirectory(accountId)).not.toBeNull();
});

test('an account without a membership is no member', async () => {
  const account = enrol();
  account.membership = null;
  expect(await read(account.accountId)).toEqual({ kind: 'gone' });
});

test.each(['..', '.', 'x'.repeat(101)])('the id %s is invalid, and no request is sent', async (accountId) => {
  expect(await read(accountId)).toEqual({ kind: 'gone' });
  expect(here.platform.requests).toEqual([]);
});
