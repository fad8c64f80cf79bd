import { beforeEach, expect, test } from 'vitest';
import { findInDirectory } from '#lib/desk/directory/directory.ts';
import { refuse } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { readProfile } from './read-profile.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const read = (accountId: string) => readProfile(testDesk.desk, here.location, accountId);
const inDirectory = (value: string) =>
  findInDirectory(testDesk.desk.db, here.location.id, { kind: 'accountId', value });

function enrol() {
  const member = inventMember();
  member.account.contact = { phone: '+49 89 1' };
  here.platform.members.push(member);
  return member.account;
}

test('a member is read from the platform, and is in the directory then', async () => {
  const { accountId, lastName } = enrol();
  expect(await read(accountId)).toMatchObject({
    kind: 'current',
    profile: { displayName: `Lena ${lastName}`, values: { 'contact.phone': '+49 89 1' } },
  });
  expect(await inDirectory(accountId)).toMatchObject({ lastName });
});

test('while the platform is away, the directory tells what it knows and since when', async () => {
  const { accountId, lastName } = enrol();
  await read(accountId);
  const confirmedAt = new Date(testDesk.clock.now).toISOString();
  testDesk.clock.now += 60_000;
  here.platform.fault = () => ({ status: 503, body: {} });
  expect(await read(accountId)).toMatchObject({
    kind: 'remembered',
    confirmedAt,
    profile: { values: { lastName, 'contact.phone': '' } },
  });
});

test('while the platform is away, a member nobody has seen cannot be shown', async () => {
  here.platform.fault = () => ({ status: 503, body: {} });
  expect(await read('account-unseen')).toEqual({ kind: 'unavailable' });
});

test('a member who is gone is forgotten', async () => {
  const { accountId } = enrol();
  await read(accountId);
  here.platform.members.length = 0;
  expect(await read(accountId)).toEqual({ kind: 'gone' });
  expect(await inDirectory(accountId)).toBeNull();
});

test('a member whom the platform forbids to be asked for is shown as remembered, and not forgotten', async () => {
  const { accountId } = enrol();
  await read(accountId);
  here.platform.fault = ({ path }) => (path.endsWith(accountId) ? refuse('forbiddenAction') : null);
  expect(await read(accountId)).toMatchObject({ kind: 'remembered' });
  expect(await inDirectory(accountId)).not.toBeNull();
});

test('a person without a membership is no member', async () => {
  const account = enrol();
  account.membership = null;
  expect(await read(account.accountId)).toEqual({ kind: 'gone' });
});

test.each(['..', '.', 'x'.repeat(101)])('%s is nobody, and is not asked for', async (accountId) => {
  expect(await read(accountId)).toEqual({ kind: 'gone' });
  expect(here.platform.requests).toEqual([]);
});
