import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { MemberAccount } from '#contracts/v2/accounts.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { memberLeases } from '#lib/server/db/schema/member-leases.ts';
import { findInDirectory, upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { type FakeMember, refuse } from '#lib/testing/fake-platform.ts';
import { holdAnswer } from '#lib/testing/hold-answer.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { openWaitingProcess } from '#lib/testing/waiting-process.ts';
import type { ProfileValues } from '#lib/wire/members.ts';
import { until } from '#shared/testing/until.ts';
import { profileOf } from './profile-of.ts';
import { readProfile } from './read-profile.ts';
import { saveMember, saveUnderLease } from './save-member.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let lena: FakeMember;

beforeEach(async () => {
  here = await testDesk.openLocation();
  lena = enrol({ gender: 'FEMALE', contact: { phone: '+49 89 1', city: 'München' } });
});

function enrol(fields: Partial<MemberAccount> = {}): FakeMember {
  const member = inventMember();
  member.account = { ...member.account, ...fields };
  here.platform.members.push(member);
  return member;
}

/** What the form of a member sends if it is opened now. */
function edit(changes: Partial<ProfileValues>, { tan = '', base = profileOf(lena.account).values } = {}) {
  const { accountId } = lena.account;
  return { locationId: here.location.id, accountId, base, values: { ...base, ...changes }, tan };
}
const save = (input: ReturnType<typeof edit>, desk = testDesk.desk) => saveMember({ desk, actor: here.actor }, input);
const audit = () => testDesk.desk.db.select().from(auditLog).where(eq(auditLog.locationId, here.location.id));
const inDirectory = () =>
  findInDirectory(testDesk.desk.db, {
    locationId: here.location.id,
    key: { kind: 'accountId', value: lena.account.accountId },
  });
const methods = () => here.platform.requests.map(({ method }) => method);

describe('an edit', () => {
  test('changes the given fields, in the directory too', async () => {
    const outcome = await save(edit({ lastName: 'Kern', 'contact.phone': '+49 89 2' }));
    expect(outcome).toMatchObject({ kind: 'saved', profile: { values: { lastName: 'Kern' } } });
    expect(lena.account).toMatchObject({ lastName: 'Kern', contact: { phone: '+49 89 2', city: 'München' } });
    expect(methods()).toEqual(['GET', 'PATCH', 'GET']);
    expect(await inDirectory()).toMatchObject({ lastName: 'Kern' });
  });

  test.each(['PUT', 'GET'])(
    'keeps the membership in the directory where the answer to %s after it lacks that',
    async (lacking) => {
      await upsertMember(testDesk.desk.db, {
        locationId: here.location.id,
        member: memberOf(lena.account),
        askedAt: new Date(testDesk.clock.now),
      });
      const known = await inDirectory();
      let isWritten = false;
      here.platform.dialect = (reply, { method }) => {
        isWritten ||= method !== 'GET';
        return isWritten && method === lacking
          ? { ...reply, body: { ...(reply.body as object), membership: { membershipType: 'BASIC' } } } // safe because: an account is an object
          : reply;
      };
      expect(await save(edit({ lastName: 'Kern', ...(lacking === 'PUT' && { 'contact.city': '' }) }))).toMatchObject({
        kind: 'saved',
      });
      expect(methods()).toEqual(['GET', lacking === 'PUT' ? 'PUT' : 'PATCH', 'GET']);
      const { membershipId, startOfContract } = known ?? {};
      expect(await inDirectory()).toMatchObject({
        membershipId,
        startOfContract,
        membershipType: known?.membershipType,
      });
      expect(membershipId).toBeTruthy();
    },
  );

  test('clears a field, and keeps the others', async () => {
    const before = structuredClone(lena.account);
    expect(await save(edit({ 'contact.phone': '' }))).toMatchObject({ kind: 'saved' });
    expect(methods()).toEqual(['GET', 'PUT']);
    expect(profileOf(lena.account).values).toEqual({ ...profileOf(before).values, 'contact.phone': '' });
  });

  test('that replaces the account is refused at a date that the desk cannot read, unless it gives another one', async () => {
    lena.account.membership = { ...lena.account.membership, endOfContract: '31.12.2027' };
    expect(await save(edit({ 'contact.phone': '' }))).toEqual({
      kind: 'invalid',
      problems: { 'membership.endOfContract': { code: 'notADate' } },
    });
    expect(lena.account).toMatchObject({ contact: { phone: '+49 89 1' }, membership: { endOfContract: '31.12.2027' } });
    expect(await save(edit({ lastName: 'Kern' }))).toMatchObject({ kind: 'saved' });
    expect(await save(edit({ 'contact.phone': '', 'membership.endOfContract': '2027-12-31' }))).toMatchObject({
      kind: 'saved',
    });
    expect(methods()).toEqual(['GET', 'GET', 'PATCH', 'GET', 'GET', 'PUT']);
  });

  test('is read back with a new request, not with the answer to one in flight before it', async () => {
    const { accountId } = lena.account;
    const before = structuredClone(lena.account);
    let opened: Promise<unknown> | undefined;
    const [asked, held] = [Promise.withResolvers<void>(), holdAnswer()];
    // another window opens the member just before the change: its answer shows the old state and arrives after the change
    here.platform.fault = ({ method }) => {
      if (method === 'PATCH') opened = readProfile({ desk: testDesk.desk, actor: here.actor }, { accountId });
      const isOpening = method === 'GET' && methods().length === 3;
      if (isOpening) asked.resolve();
      return isOpening ? { status: 200, body: before, after: held.promise } : null;
    };
    here.platform.dialect = (reply, { method }) => (method === 'PATCH' ? { ...reply, after: asked.promise } : reply);
    const outcome = await save(edit({ lastName: 'Kern' }));
    held.release();
    expect(outcome).toMatchObject({ kind: 'saved', profile: { values: { lastName: 'Kern' } } });
    await opened;
    expect(methods()).toEqual(['GET', 'PATCH', 'GET', 'GET']);
  });

  test('sees a concurrent change although a request from before that is in flight', async () => {
    const { accountId } = lena.account;
    const [before, input] = [structuredClone(lena.account), edit({ lastName: 'Kern' })];
    const asked = Promise.withResolvers<void>();
    const held = holdAnswer();
    // another window opens the member: its answer shows the old state and arrives after the change
    here.platform.fault = () => {
      asked.resolve();
      return methods().length === 1 ? { status: 200, body: before, after: held.promise } : null;
    };
    const opened = readProfile({ desk: testDesk.desk, actor: here.actor }, { accountId });
    await asked.promise;
    lena.account = { ...lena.account, lastName: 'Kuhn' };
    const conflicts = [{ field: 'lastName', mine: 'Kern', theirs: 'Kuhn' }];
    expect(await save(input)).toMatchObject({ kind: 'changedMeanwhile', conflicts });
    held.release();
    await opened;
    expect(lena.account).toMatchObject({ lastName: 'Kuhn' });
  });

  test('is in the audit log with the names of its fields and without their values', async () => {
    await save(edit({ lastName: 'Kern', 'contact.phone': '+49 89 2' }));
    expect(await audit()).toMatchObject([
      {
        action: 'editMember',
        accountId: lena.account.accountId,
        staffId: here.actor.staffId,
        reason: 'lastName, contact.phone',
      },
    ]);
  });

  test('of a TAN alone is in the audit log, without the TAN', async () => {
    const tan = '123456789';
    await save(edit({ 'membership.membershipType': 'CORPORATE_FITNESS' }, { tan }));
    expect(await save(edit({}, { tan }))).toMatchObject({ kind: 'saved' });
    expect((await audit()).map(({ reason }) => reason).toSorted()).toEqual([
      'membership.membershipType, membership.verificationTAN',
      'membership.verificationTAN',
    ]);
  });

  test('that changes nothing sends nothing', async () => {
    expect(await save(edit({}))).toMatchObject({ kind: 'saved' });
    expect(methods()).toEqual(['GET']);
    expect(await audit()).toEqual([]);
  });

  test('succeeds although it cannot be read back', async () => {
    let reads = 0;
    here.platform.fault = ({ method }) => (method === 'GET' && ++reads > 1 ? { status: 500, body: {} } : null);
    const outcome = await save(edit({ lastName: 'Kern' }));
    expect(outcome).toMatchObject({ kind: 'saved', profile: { displayName: 'Lena Kern' } });
    expect(await inDirectory()).toMatchObject({ lastName: 'Kern', membershipType: 'PREMIUM' });
  });

  test('whose answer is lost is in the audit log, and can be retried', async () => {
    here.platform.fault = ({ method }) => {
      if (method === 'PATCH') lena.account = { ...lena.account, lastName: 'Kern' };
      return method === 'PATCH' ? 'reset' : null;
    };
    const input = edit({ lastName: 'Kern' });
    await expect(save(input)).rejects.toMatchObject({ code: 'platformUnavailable' });
    expect(await audit()).toMatchObject([{ action: 'editMember', reason: 'lastName (not confirmed)' }]);
    here.platform.fault = () => null;
    expect(await save(input)).toMatchObject({ kind: 'saved', profile: { values: { lastName: 'Kern' } } });
  });

  test('fails while the platform is unreachable, and leaves nothing behind', async () => {
    here.platform.fault = () => ({ status: 503, body: {} });
    await expect(save(edit({ lastName: 'Kern' }))).rejects.toMatchObject({ code: 'platformUnavailable' });
    expect(await audit()).toEqual([]);
    const leases = await testDesk.desk.db
      .select()
      .from(memberLeases)
      .where(eq(memberLeases.locationId, here.location.id));
    expect(leases).toEqual([]);
  });

  test('of a former member reports that', async () => {
    const input = edit({ lastName: 'Kern' });
    here.platform.members.length = 0;
    expect(await save(input)).toEqual({ kind: 'gone' });
  });
});

describe('a refusal of a value by the platform', () => {
  const answer = (reply: ReturnType<typeof refuse>) => {
    here.platform.fault = ({ method }) => (method === 'GET' ? null : reply);
  };

  test('is a problem of its field, with the sentence of the platform', async () => {
    const fieldErrors = [
      { name: 'membership.barcode', message: 'Is used.' },
      { name: 'somewhere', message: 'Else.' },
    ];
    answer({ status: 400, body: { errorCode: 'invalidArguments', fieldErrors } });
    expect(await save(edit({ 'membership.barcode': 'X' }))).toEqual({
      kind: 'invalid',
      problems: { 'membership.barcode': { code: 'notAccepted', sentence: 'Is used.' } },
    });
    expect(await audit()).toEqual([]);
  });

  test('names the member with the e-mail address although the platform does not', async () => {
    const omar = enrol({ firstName: 'Omar', lastName: 'Haddad', email: 'omar@example.com' });
    answer(refuse('userEmailConflict'));
    const other = { accountId: omar.account.accountId, displayName: 'Omar Haddad' };
    expect(await save(edit({ email: 'omar@example.com' }))).toEqual({
      kind: 'invalid',
      problems: { email: { code: 'emailTaken', other } },
    });
  });

  test('names the member with the membership id, from the directory where it has them', async () => {
    const omar = { accountId: 'account-omar', firstName: 'Omar', lastName: 'Haddad', membership: {} };
    await upsertMember(testDesk.desk.db, {
      locationId: here.location.id,
      member: memberOf(omar),
      askedAt: new Date(testDesk.clock.now),
    });
    answer(refuse('membershipExists', { accountId: 'account-omar' }));
    expect(await save(edit({ 'membership.membershipId': 'M-2' }))).toEqual({
      kind: 'invalid',
      problems: {
        'membership.membershipId': {
          code: 'membershipIdTaken',
          other: { accountId: 'account-omar', displayName: 'Omar Haddad' },
        },
      },
    });
  });

  test.each([
    [
      'an e-mail address of another chain',
      refuse('userEmailUsedByAnotherAccountConflict'),
      'email',
      { code: 'emailTakenElsewhere' },
    ],
    ['a blocked e-mail address', refuse('forbiddenAction'), 'email', { code: 'emailBlocked' }],
    ['an unknown TAN', refuse('notFound', { entity: 'TAN' }), 'membership.verificationTAN', { code: 'tanUnknown' }],
    [
      'a TAN of another member',
      refuse('tanAssociatedWithAnotherAccount'),
      'membership.verificationTAN',
      { code: 'tanTaken', other: null },
    ],
  ])('is a problem of its field: %s', async (_, reply, field, problem) => {
    answer(reply);
    const changes = { email: 'new@example.com', 'membership.membershipType': 'CORPORATE_FITNESS' };
    expect(await save(edit(changes, { tan: '123456789' }))).toEqual({
      kind: 'invalid',
      problems: { [field]: problem },
    });
  });

  test('that concerns no field is a conflict', async () => {
    answer(refuse('generalConflict'));
    await expect(save(edit({ lastName: 'Kern' }))).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('two people with the same form open', () => {
  test('both keep the changes of different fields', async () => {
    const first = edit({ lastName: 'Kern' });
    const second = edit({ 'contact.phone': '' });
    await save(first);
    await save(second);
    expect(profileOf(lena.account).values).toMatchObject({ lastName: 'Kern', 'contact.phone': '', firstName: 'Lena' });
  });

  test('the later one gets a conflict where both changed the same field, and nothing is written before it is resolved', async () => {
    const first = edit({ lastName: 'Kern' });
    const second = edit({ lastName: 'Vogel', 'contact.phone': '2' });
    await save(first);
    const outcome = await save(second);
    expect(outcome).toMatchObject({
      kind: 'changedMeanwhile',
      conflicts: [{ field: 'lastName', mine: 'Vogel', theirs: 'Kern' }],
      now: { lastName: 'Kern', 'contact.phone': '+49 89 1' },
    });
    expect(profileOf(lena.account).values).toMatchObject({ lastName: 'Kern', 'contact.phone': '+49 89 1' });
  });
});

describe('two simultaneous saves in two processes', () => {
  /** The first save reads slowly and then replaces the account, so that the second one could write in between. */
  async function race(saveWith: typeof saveMember, isTimeToAnswer?: (second: Promise<unknown>) => Promise<unknown>) {
    const other = openWaitingProcess(testDesk);
    const clearing = edit({ 'contact.phone': '' });
    const renaming = edit({ lastName: 'Kern' });
    let reads = 0;
    const held = holdAnswer();
    here.platform.fault = ({ method }) => {
      if (method !== 'GET') return null;
      reads += 1;
      return { status: 200, body: structuredClone(lena.account), ...(reads === 1 && { after: held.promise }) };
    };
    const first = saveWith({ desk: testDesk.desk, actor: here.actor }, clearing);
    await until(() => expect(reads).toBe(1));
    const second = saveWith({ desk: other.desk, actor: here.actor }, renaming);
    await (isTimeToAnswer?.(second) ?? other.untilItWaits());
    held.release();
    await Promise.all([first, second]);
    return profileOf(lena.account).values;
  }

  test('are serialised, and both take effect', async () => {
    expect(await race(saveMember)).toMatchObject({ lastName: 'Kern', 'contact.phone': '' });
  });

  test('control: without the lease, the second one is overwritten', async () => {
    const lastName = lena.account.lastName ?? '';
    expect(await race(saveUnderLease, (second) => second)).toMatchObject({ lastName, 'contact.phone': '' });
  });
});

describe('a lease', () => {
  const claim = { leaseId: '00000000-0000-4000-8000-000000000000' };
  const takeAs = (leaseEndsAt: Date) =>
    testDesk.desk.db
      .insert(memberLeases)
      .values({ locationId: here.location.id, accountId: lena.account.accountId, ...claim, leaseEndsAt });

  test('of a process that died expires', async () => {
    await takeAs(new Date(testDesk.clock.now - 1));
    expect(await save(edit({ lastName: 'Kern' }))).toMatchObject({ kind: 'saved' });
  });

  test('that is not released is a conflict for the waiting save, which changes nothing', async () => {
    await takeAs(new Date(testDesk.clock.now + 60_000));
    const { desk, untilItWaits } = openWaitingProcess(testDesk);
    const saved = saveMember({ desk, actor: here.actor }, edit({ lastName: 'Kern' }));
    const isRefused = expect(saved).rejects.toMatchObject({ code: 'conflict' });
    await untilItWaits();
    testDesk.clock.now += 5_000;
    await isRefused;
    const mine = and(eq(memberLeases.locationId, here.location.id), eq(memberLeases.leaseId, claim.leaseId));
    expect(await testDesk.desk.db.select().from(memberLeases).where(mine)).toHaveLength(1);
  });
});
