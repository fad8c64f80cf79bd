import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ErrorCode } from '#contracts/v2/errors.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { findInDirectory } from '#lib/server/directory/directory.ts';
import { profileOf } from '#lib/server/members/profile-of.ts';
import { readStatus } from '#lib/server/status/read-status.ts';
import { type FakeRequest, type Reply, refuse } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { tanField } from '#lib/wire/members.ts';
import { createMember } from './create-member.ts';
import { findByEmail } from './existing.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const prospect = {
  email: 'Nora.Kern@example.com',
  firstName: 'Nora',
  lastName: 'Kern',
  gender: 'FEMALE' as const,
  membership: { membershipId: 'P-261121-7KQ4', membershipType: 'PROSPECT' as const, startOfContract: '2026-11-21' },
};
/** Creates a member as the form does. */
function create(fields: object = {}, tan = '') {
  const values = profileOf({ accountId: '', ...prospect, ...fields }).values;
  return createMember({ desk: testDesk.desk, actor: here.actor }, { values, tan });
}
const ask = (email: string) => findByEmail({ desk: testDesk.desk, actor: here.actor }, { email });
const onCreate = (reply: Reply) => (request: FakeRequest) => (request.method === 'POST' ? reply : null);
const corporate = { membership: { ...prospect.membership, membershipType: 'CORPORATE_FITNESS' } };
const tan = '123456789';

describe('the look-up by e-mail address', () => {
  test('finds an existing member, and stores them in the directory', async () => {
    const lena = inventMember();
    here.platform.members.push(lena);
    const answer = await ask(lena.account.email?.toUpperCase() ?? '');
    expect(answer).toMatchObject({ kind: 'member', member: { accountId: lena.account.accountId, initials: 'LV' } });
    const key = { kind: 'accountId', value: lena.account.accountId } as const;
    expect(await findInDirectory(testDesk.desk.db, { locationId: here.location.id, key })).not.toBeNull();
  });

  test('without a match returns the day and the suggested id by the time zone of the location', async () => {
    // late in the evening in UTC, the next day in Berlin
    testDesk.clock.now += 14.5 * 3_600_000;
    expect(await ask('new@example.com')).toEqual({
      kind: 'new',
      today: '2026-11-22',
      idEnding: expect.stringMatching(/^261122-[2-9B-Z]{4}$/),
    });
    testDesk.clock.now -= 14.5 * 3_600_000;
  });

  test('reports a former member, in both ways in which platforms answer', async () => {
    here.platform.fault = () => refuse('notFound', { entity: 'MEMBERSHIP' });
    expect(await ask('old@example.com')).toMatchObject({ kind: 'former', person: null });
    here.platform.fault = () => null;
    const account = { accountId: 'a-old', email: 'old@example.com', firstName: 'Otto', lastName: 'Alt' };
    here.platform.members.push({ account });
    expect(await ask('old@example.com')).toMatchObject({
      kind: 'former',
      person: { firstName: 'Otto', lastName: 'Alt' },
    });
  });

  test('falls back to the directory during an outage', async () => {
    const lena = inventMember();
    here.platform.members.push(lena);
    await ask(lena.account.email ?? '');
    here.platform.fault = () => 'reset';
    expect(await ask(lena.account.email ?? '')).toMatchObject({ kind: 'member' });
    await expect(ask('new@example.com')).rejects.toMatchObject({ code: 'platformUnavailable' });
  });
});

test('a created member is in the directory at once', async () => {
  const outcome = await create();
  const accountId = here.platform.members[0]?.account.accountId;
  expect(outcome).toEqual({ kind: 'created', accountId, displayName: 'Nora Kern' });
  const audited = await testDesk.desk.db.select().from(auditLog).where(eq(auditLog.locationId, here.location.id));
  expect(audited).toMatchObject([{ action: 'createMember', accountId, staffId: here.actor.staffId }]);
  expect(
    await findInDirectory(testDesk.desk.db, {
      locationId: here.location.id,
      key: { kind: 'email', value: prospect.email },
    }),
  ).toMatchObject({ firstName: 'Nora', membershipId: 'P-261121-7KQ4' });
});

test('a created member whose membership is not answered is created, and not in the directory before the mirror has read it', async () => {
  here.platform.dialect = (reply, { method }) =>
    method === 'POST' ? { ...reply, body: { ...(reply.body as object), membership: undefined } } : reply; // safe because: an account is an object
  const outcome = await create();
  const accountId = here.platform.members[0]?.account.accountId ?? '';
  expect(outcome).toEqual({ kind: 'created', accountId, displayName: 'Nora Kern' });
  const key = { kind: 'accountId', value: accountId } as const;
  expect(await findInDirectory(testDesk.desk.db, { locationId: here.location.id, key })).toBeNull();
});

describe('a lost answer', () => {
  const losses: [string, Reply][] = [
    ['is a connection reset', 'reset'],
    ['is the error of a proxy', { status: 502, body: 'Bad gateway' }],
    ['cannot be read', { status: 201, body: 'ok' }],
  ];
  test.each(losses)('that %s is resolved at once where the platform answers again', async (_, reply) => {
    here.platform.loss = onCreate(reply);
    expect(await create()).toMatchObject({ kind: 'created' });
    expect(here.platform.members).toHaveLength(1);
  });

  test('is reported while the platform is silent, and a retry finds that member instead of creating a second one', async () => {
    here.platform.loss = () => 'reset';
    expect(await create()).toEqual({ kind: 'unanswered' });
    here.platform.loss = () => null;
    expect(await create()).toMatchObject({
      kind: 'created',
      accountId: here.platform.members[0]?.account.accountId,
    });
    expect(here.platform.members).toHaveLength(1);
    expect(here.platform.requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });

  test('of a corporate member is resolved also where the retry is refused because of its own TAN', async () => {
    here.platform.loss = () => 'reset';
    expect(await create(corporate, tan)).toEqual({ kind: 'unanswered' });
    here.platform.loss = onCreate(refuse('tanAssociatedWithAnotherAccount'));
    expect(await create(corporate, tan)).toMatchObject({ kind: 'created' });
  });

  // control: all requested fields must match
  test.each<[string, Record<string, unknown>]>([
    ['another first name', { firstName: 'Norma' }],
    ['another last name', { lastName: 'Kernig' }],
    ['another type', { membership: { ...prospect.membership, membershipType: 'BASIC' } }],
    ['another start', { membership: { ...prospect.membership, startOfContract: '2026-12-01' } }],
    ['another birth date', { dateOfBirth: '1990-01-01' }],
  ])('is not resolved to a member with %s', async (_, fields) => {
    await create(fields.dateOfBirth ? { dateOfBirth: '1991-01-01' } : {});
    expect(await create(fields)).toMatchObject({ kind: 'exists', through: 'both', by: { displayName: 'Nora Kern' } });
  });
});

describe('an existing member is shown with what they have in common with the new one:', () => {
  const lena = inventMember();
  beforeEach(() => void here.platform.members.push(lena));
  const { email, membership } = lena.account;
  const sameId = { membership: { ...prospect.membership, membershipId: membership?.membershipId } };
  test.each([
    ['membershipId', sameId],
    ['email', { email: email?.toUpperCase() }],
    ['both', { ...sameId, email }],
  ])('%s', async (through, fields) => {
    expect(await create(fields)).toEqual({
      kind: 'exists',
      through,
      by: expect.objectContaining({ accountId: lena.account.accountId, membershipId: membership?.membershipId }),
      idEnding: expect.stringMatching(/^261121-/),
    });
  });

  test('also where the platform does not name them', async () => {
    here.platform.loss = onCreate(refuse('membershipExists'));
    expect(await create({ email })).toMatchObject({ through: 'email', by: { accountId: lena.account.accountId } });
  });

  test('the person only, where neither value is the same', async () => {
    here.platform.fault = onCreate(refuse('membershipExists', { accountId: lena.account.accountId }));
    expect(await create()).toMatchObject({ through: 'person', by: { accountId: lena.account.accountId } });
  });

  test.each(['.', '..'])('found by their e-mail address, where the account is named as %j', async (accountId) => {
    here.platform.fault = onCreate(refuse('membershipExists', { accountId }));
    expect(await create({ email })).toMatchObject({ through: 'email', by: { accountId: lena.account.accountId } });
  });

  test('without a name, and not stored, where they are no member any more', async () => {
    const account = { accountId: 'a-old', email: 'old@example.com', firstName: 'Otto', lastName: 'Alt' };
    here.platform.members.push({ account: { ...account, membership: { membershipType: 'PREMIUM' } } });
    here.platform.fault = onCreate(refuse('membershipExists', { accountId: 'a-old' }));
    expect(await create()).toMatchObject({ kind: 'exists', by: null });
    const key = { kind: 'accountId', value: 'a-old' } as const;
    expect(await findInDirectory(testDesk.desk.db, { locationId: here.location.id, key })).toBeNull();
  });

  test('without a name, where they cannot be read', async () => {
    here.platform.fault = onCreate(refuse('membershipExists', { accountId: 'account-of-nobody' }));
    expect(await create()).toMatchObject({ kind: 'exists', by: null });
  });
});

test.each<[string, ErrorCode, Record<string, string>, string]>([
  ['a former member with another name', 'forbiddenAccountMerge', {}, 'formerOtherPerson'],
  ['a member of another chain', 'userEmailUsedByAnotherAccountConflict', {}, 'elsewhereOtherPerson'],
  ['any other conflict', 'generalConflict', {}, 'conflict'],
])('%s is reported as such', async (_, errorCode, metadata, kind) => {
  here.platform.fault = onCreate(refuse(errorCode, metadata));
  expect(await create(corporate, tan)).toEqual({ kind });
  expect(here.platform.members).toEqual([]);
});

test('a forbidden e-mail address is not reported as a rejected key', async () => {
  here.platform.fault = onCreate(refuse('forbiddenAction'));
  expect(await create()).toEqual({ kind: 'emailForbidden' });
  const { connection } = await readStatus({ desk: testDesk.desk, actor: here.actor });
  expect(connection).toEqual({ state: 'reachable' });
  here.platform.fault = () => refuse('forbiddenAction');
  await expect(create()).rejects.toMatchObject({ code: 'keyRejected' });
});

test.each<[string, Reply, string, object]>([
  ['a TAN of another member', refuse('tanAssociatedWithAnotherAccount'), tanField, { code: 'tanTaken', other: null }],
  ['an unknown TAN', refuse('notFound', { entity: 'TAN' }), tanField, { code: 'tanUnknown' }],
  [
    'a TAN after too many unknown ones',
    { status: 429, body: { errorCode: 'tooManyRequests', metadata: { entity: 'TAN' } } },
    tanField,
    { code: 'tanTriedTooOften' },
  ],
  [
    'a value that the platform refuses',
    { status: 400, body: { errorCode: 'invalidArguments', fieldErrors: [{ name: 'gender', message: 'No.' }] } },
    'gender',
    { code: 'notAccepted', sentence: 'No.' },
  ],
])('%s is a problem of its field', async (_, reply, field, problem) => {
  here.platform.fault = onCreate(reply);
  expect(await create(corporate, tan)).toEqual({ kind: 'invalid', problems: { [field]: problem } });
});

test.each<[string, object, string, string, object]>([
  ['no name', { firstName: '' }, '', 'firstName', { code: 'required' }],
  ['no gender', { gender: '' }, '', 'gender', { code: 'required' }],
  [
    'no membership id',
    { membership: { ...prospect.membership, membershipId: '' } },
    '',
    'membership.membershipId',
    { code: 'required' },
  ],
  ['no TAN', corporate, '', tanField, { code: 'tanMissing' }],
  ['half a TAN', corporate, '12345', tanField, { code: 'tanNotNineDigits' }],
  [
    'an end before the start',
    { membership: { ...prospect.membership, endOfContract: '2026-11-20' } },
    '',
    'membership.endOfContract',
    { code: 'endsBeforeStart' },
  ],
])('%s is a problem of its field, and no request is sent', async (_, fields, typed, field, problem) => {
  expect(await create(fields, typed)).toEqual({ kind: 'invalid', problems: { [field]: problem } });
  expect(here.platform.requests).toEqual([]);
});

test('a TAN typed before the type was changed is not sent', async () => {
  await create({}, tan);
  expect(here.platform.requests[0]?.body).not.toHaveProperty('membership.verificationTAN');
  await create(
    { ...corporate, email: 'other@example.com', membership: { ...corporate.membership, membershipId: 'M-9' } },
    tan,
  );
  expect(here.platform.requests.at(-1)?.body).toHaveProperty('membership.verificationTAN', tan);
});
