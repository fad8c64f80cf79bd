import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { listCorporateEndings } from '#lib/server/corporate-fitness/list-endings.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { patchAccount } from '#lib/server/gym-api/accounts.ts';
import { readProfile } from '#lib/server/members/read-profile.ts';
import { refusalOf } from '#lib/server/members/refusal-of.ts';
import { removeMember } from '#lib/server/members/remove-member.ts';
import { changeRole, readRoles } from '#lib/server/members/roles.ts';
import { saveMember } from '#lib/server/members/save-member.ts';
import { sendMessage } from '#lib/server/messages/send-message.ts';
import { bookProduct, endBooking } from '#lib/server/products/book-product.ts';
import { readProducts } from '#lib/server/products/read-products.ts';
import type { Profile, ProfileValues } from '#lib/wire/members.ts';
import { issueTan } from '#platform/services/tans/issue.ts';
import { type GymOfBoth, setUpDeskAtPlatform, waysToSpeak } from '#tools/testing/desk-at-platform.ts';

const { testDesk, platform, openGym, loseAnswerOf } = setUpDeskAtPlatform();

const lenas = {
  firstName: 'Lena',
  lastName: 'Vogt',
  email: 'lena@example.org',
  gender: 'FEMALE',
  dateOfBirth: '1990-05-04',
  contact: {
    phone: '+49 89 1',
    street: 'Hauptstraße',
    streetNumber: '7',
    zipCode: '80331',
    city: 'München',
    country: 'DE',
  },
  membership: { membershipId: 'M-1', membershipType: 'PREMIUM', startOfContract: '2019-04-01' },
} as const;

describe.each(waysToSpeak)('of a platform with the "%s" dialect', (way) => {
  let here: GymOfBoth;
  let lena: string;
  let omar: string;
  let opened: Profile;

  beforeEach(async () => {
    here = await openGym(way);
    lena = await here.enrol(lenas);
    omar = await here.enrol({
      firstName: 'Omar',
      lastName: 'Haddad',
      email: 'omar@example.org',
      membership: { membershipId: 'M-2' },
    });
    await here.readMembers();
    opened = await profile();
  });

  const isHere = () => eq(members.locationId, here.location.id);
  async function profile(accountId = lena): Promise<Profile> {
    const answer = await readProfile({ desk: testDesk.desk, actor: here.actor }, { accountId });
    if (answer.kind !== 'current') throw new Error(`the profile is ${answer.kind}`);
    return answer.profile;
  }
  const save = (changes: Partial<ProfileValues>, tan = '') => {
    const base = opened.values;
    const input = { locationId: here.location.id, accountId: lena, base, values: { ...base, ...changes }, tan };
    return saveMember({ desk: testDesk.desk, actor: here.actor }, input);
  };
  /** The account at the platform. */
  const there = async (accountId = lena) => (await here.gym.ask('retrieveAccount', { path: { accountId } })).body;

  test('a profile shows known fields, and nothing for unknown ones', async () => {
    expect(opened).toMatchObject({ displayName: 'Lena Vogt', corporateStart: null, corporateEnd: null });
    expect(opened.values).toMatchObject({
      firstName: 'Lena',
      email: 'lena@example.org',
      dateOfBirth: '1990-05-04',
      gender: 'FEMALE',
      'contact.phone': '+49 89 1',
      'contact.city': 'München',
      'membership.membershipType': 'PREMIUM',
      'membership.startOfContract': '2019-04-01',
      'membership.endOfContract': '',
      'membership.agreementNumber': '',
      'membership.barcode': '',
    });
    expect((await profile(omar)).values).toMatchObject({ dateOfBirth: '', 'contact.phone': '', 'contact.city': '' });
  });

  test('the desk stores the same data of a member whether listed or read', async () => {
    const remembered = await readProfile({ desk: testDesk.desk, actor: here.whileAway }, { accountId: lena });
    expect(remembered).toMatchObject({ kind: 'remembered', profile: { displayName: 'Lena Vogt' } });
    const known = await testDesk.desk.db.select().from(members).where(isHere());
    expect(known.map(({ accountId }) => accountId).sort()).toEqual([lena, omar].sort());
  });

  test('a changed and a cleared field reach the platform, and all others stay', async () => {
    expect(await save({ lastName: 'Kern' })).toMatchObject({ kind: 'saved', profile: { displayName: 'Lena Kern' } });
    opened = await profile();
    expect(await save({ 'contact.phone': '' })).toMatchObject({ kind: 'saved' });
    const { phone: _, ...contact } = lenas.contact;
    expect(await there()).toMatchObject({ ...lenas, lastName: 'Kern', contact });
    expect((await there()).contact).not.toHaveProperty('phone');
    expect((await profile()).values).toEqual({ ...opened.values, 'contact.phone': '' });
  });

  test('a value taken by another member is refused, and the error names that member', async () => {
    const other = { accountId: omar, displayName: 'Omar Haddad' };
    expect(await save({ email: 'omar@example.org', 'contact.city': 'Erding' })).toEqual({
      kind: 'invalid',
      problems: { email: { code: 'emailTaken', other } },
    });
    expect(await save({ 'membership.membershipId': 'M-2' })).toEqual({
      kind: 'invalid',
      problems: { 'membership.membershipId': { code: 'membershipIdTaken', other } },
    });
    expect(await there()).toMatchObject(lenas);
  });

  test('a member becomes corporate with a TAN that the platform knows and no other member has', async () => {
    const entitlement = { startsOn: '2020-01-01', endsOn: '2099-12-31' };
    const { tan } = await platform.operate((operator) => issueTan(operator, entitlement));
    const becomeCorporate = (given: string) => save({ 'membership.membershipType': 'CORPORATE_FITNESS' }, given);
    const tanField = 'membership.verificationTAN';
    expect(await becomeCorporate('000000000')).toMatchObject({ problems: { [tanField]: { code: 'tanUnknown' } } });
    expect(await becomeCorporate(tan)).toMatchObject({
      kind: 'saved',
      profile: { values: { 'membership.membershipType': 'CORPORATE_FITNESS' }, corporateEnd: expect.any(String) },
    });
    const { corporateEnd } = await profile();
    expect(corporateEnd).toMatch(/^(2099-12-31|2100-01-01)T/);

    opened = await profile(omar);
    const base = opened.values;
    const values = { ...base, 'membership.membershipType': 'CORPORATE_FITNESS' };
    const input = { locationId: here.location.id, accountId: omar, base, values, tan };
    expect(await saveMember({ desk: testDesk.desk, actor: here.actor }, input)).toMatchObject({
      problems: { [tanField]: { code: 'tanTaken' } },
    });
  });

  test('corporate memberships that end within a range are listed, the earliest first', async () => {
    const enrolUntil = async (endsOn: string, firstName: string) => {
      const { tan } = await platform.operate((operator) => issueTan(operator, { startsOn: '2026-01-01', endsOn }));
      return here.enrol({ firstName, membership: { membershipType: 'CORPORATE_FITNESS', verificationTAN: tan } });
    };
    const last = await enrolUntil('2026-11-30', 'Zoe');
    const first = await enrolUntil('2026-11-01', 'Adam');
    const next = await enrolUntil('2026-12-01', 'Bea');
    const endings = async (from: string, to: string) => {
      const { entries } = await listCorporateEndings({ desk: testDesk.desk, actor: here.actor }, { from, to });
      return entries.map(({ accountId, displayName, until }) => ({ accountId, displayName, until }));
    };
    expect(await endings('2026-11-01', '2026-11-30')).toEqual([
      { accountId: first, displayName: 'Adam Vogt', until: '2026-11-01' },
      { accountId: last, displayName: 'Zoe Vogt', until: '2026-11-30' },
    ]);
    expect(await endings('2026-12-01', '2026-12-31')).toMatchObject([{ accountId: next }]);
  });

  test('concurrent edits of the same field ask for a decision, and edits of different fields are merged', async () => {
    const change = { contact: { city: 'Erding', phone: '+49 89 2' } };
    await here.gym.ask('partialUpdate', { path: { accountId: lena }, body: change });
    expect(await save({ 'contact.city': 'Dachau', 'contact.street': 'Ring' })).toMatchObject({
      kind: 'changedMeanwhile',
      conflicts: [{ field: 'contact.city', mine: 'Dachau', theirs: 'Erding' }],
    });
    opened = { ...opened, values: { ...opened.values, 'contact.city': 'Erding' } };
    expect(await save({ 'contact.street': 'Ring' })).toMatchObject({ kind: 'saved' });
    expect((await there()).contact).toMatchObject({ city: 'Erding', street: 'Ring', phone: '+49 89 2' });
  });

  test('a field that the platform rejects is reported at the field, with a message of its own', async () => {
    const change = { membership: { endOfContract: '2001-01-01' } };
    const answer = await patchAccount(testDesk.desk.gymClientOf(here.location), { accountId: lena, change });
    if (answer.ok) throw new Error('it was taken');
    const problems = await refusalOf(
      { desk: testDesk.desk, actor: here.actor },
      { problem: answer.problem, changes: {} },
    );
    const sentence = 'The contract would start on 2019-04-01 and end on 2001-01-01.';
    expect(problems).toEqual({ 'membership.endOfContract': { code: 'notAccepted', sentence } });
  });

  test('a change whose response was lost can be repeated', async () => {
    loseAnswerOf(({ method }) => method === 'PATCH');
    await expect(save({ lastName: 'Kern' })).rejects.toMatchObject({ code: 'platformUnavailable' });
    expect(await save({ lastName: 'Kern' })).toMatchObject({ kind: 'saved', profile: { displayName: 'Lena Kern' } });
  });

  test('roles are read, granted and revoked one by one', async () => {
    const roles = async (accountId = lena) =>
      (await readRoles({ desk: testDesk.desk, actor: here.actor }, { accountId })).roles;
    const change = (role: 'trainer' | 'gymOwner', isGiven: boolean) =>
      changeRole(
        { desk: testDesk.desk, actor: here.actor },
        { locationId: here.location.id, accountId: lena, role, isGiven },
      );
    expect(await roles()).toEqual({ trainer: false, gymOwner: false });
    await change('trainer', true);
    expect(await roles()).toEqual({ trainer: true, gymOwner: false });
    await change('gymOwner', true);
    await change('trainer', false);
    expect(await roles()).toEqual({ trainer: false, gymOwner: true });
    expect((await here.gym.ask('getRoles', { path: { accountId: lena } })).body).toMatchObject({ gymOwner: true });
    expect(await roles(randomUUID())).toBeNull();
  });

  test('a message is sent once, with the feature that it opens, or with none', async () => {
    const message = { locationId: here.location.id, accountId: lena, text: 'Your towel is here' };
    const press = { ...message, messageId: randomUUID(), deeplink: 'workouts' };
    const send = (input: typeof press) => sendMessage({ desk: testDesk.desk, actor: here.actor }, input);
    expect([await send(press), await send(press)]).toEqual([{ kind: 'sent' }, { kind: 'sent' }]);
    expect(await send({ ...message, messageId: randomUUID(), deeplink: '' })).toEqual({ kind: 'sent' });
    const statement = 'SELECT text, deeplink FROM push_notifications WHERE chain_id = $1 ORDER BY deeplink NULLS LAST';
    expect(await platform.rows(statement, [here.gym.chainId])).toEqual([
      { text: 'Your towel is here', deeplink: 'workouts' },
      { text: 'Your towel is here', deeplink: null },
    ]);
  });

  describe('a member who goes', () => {
    const remove = (how: { how: 'end' } | { how: 'erase'; typedName: string }) =>
      removeMember(
        { desk: testDesk.desk, actor: here.actor },
        { locationId: here.location.id, accountId: lena, ...how },
      );
    const profilesLeft = async () =>
      (
        await platform.rows('SELECT FROM chain_profiles WHERE chain_id = $1 AND account_id = $2', [
          here.gym.chainId,
          lena,
        ])
      ).length;
    const isRemembered = async () =>
      (await testDesk.desk.db.$count(members, and(isHere(), eq(members.accountId, lena)))) > 0;

    test('leaves by the end of the membership: the chain keeps the profile, the desk does not', async () => {
      expect(await remove({ how: 'end' })).toEqual({ kind: 'removed' });
      expect(await readProfile({ desk: testDesk.desk, actor: here.actor }, { accountId: lena })).toEqual({
        kind: 'gone',
      });
      expect([await profilesLeft(), await isRemembered()]).toEqual([1, false]);
      await here.readMembers();
      expect(await isRemembered()).toBe(false);
    });

    test('is erased once the name is typed, and nothing is left', async () => {
      expect(await remove({ how: 'erase', typedName: 'Somebody Else' })).toEqual({ kind: 'nameDiffers' });
      expect(await remove({ how: 'erase', typedName: 'lena vogt' })).toEqual({ kind: 'removed' });
      expect([await profilesLeft(), await isRemembered()]).toEqual([0, false]);
      expect(await readProfile({ desk: testDesk.desk, actor: here.actor }, { accountId: lena })).toEqual({
        kind: 'gone',
      });
    });

    test('and is gone already counts as removed, and no message is sent', async () => {
      const query = { eraseMemberData: false };
      await here.gym.ask('eraseAccountMembershipData', { path: { accountId: lena }, query });
      const message = { locationId: here.location.id, accountId: lena, text: 'Hello', deeplink: '' };
      expect(
        await sendMessage({ desk: testDesk.desk, actor: here.actor }, { ...message, messageId: randomUUID() }),
      ).toEqual({
        kind: 'gone',
      });
      expect(await save({ lastName: 'Kern' })).toEqual({ kind: 'gone' });
      expect(await remove({ how: 'end' })).toEqual({ kind: 'removed' });
    });
  });
});

// the other dialect also lists a booking that cannot be read, beside which the desk writes none
test('at our platform a product is booked, changed and ended', async () => {
  const here = await openGym('own');
  const accountId = await here.enrol();
  const context = { desk: testDesk.desk, actor: here.actor };
  const read = () => readProducts(context, { accountId });
  const there = async () => (await here.gym.ask('userProducts', { path: { accountId } })).body;
  const days = (endDate: string) => ({ startDate: '2026-11-21', endDate });
  const [first, second] = [days('2026-12-01'), days('2026-12-24')];
  const { products, bookings } = await read();
  expect([products.map(({ title }) => title).toSorted(), bookings]).toEqual([['Premium', 'Strength machines'], []]);
  const productId = products.find(({ title }) => title === 'Premium')?.productId ?? '';
  const wish = { accountId, productId };
  expect(await bookProduct(context, { ...wish, ...first, base: null })).toEqual({ kind: 'booked' });
  expect((await read()).bookings).toMatchObject([{ productId, title: 'Premium', ...first }]);
  expect(await bookProduct(context, { ...wish, ...second, base: first })).toEqual({ kind: 'booked' });
  expect(await there()).toEqual([{ productId, ...second }]);
  expect(await endBooking(context, { ...wish, base: second })).toEqual({ kind: 'ended' });
  expect(await there()).toEqual([]);
});
