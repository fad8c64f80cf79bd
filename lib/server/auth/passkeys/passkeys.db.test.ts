import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  addPasskey,
  beginPasskey,
  listOwnPasskeys,
  postponePasskey,
  removePasskey,
  renamePasskey,
} from '#lib/server/account/own-passkeys.ts';
import { leadToPasskey } from '#lib/server/auth/lead-to-passkey.ts';
import { contextAt, loadStaff } from '#lib/server/auth/load-staff.ts';
import { beginReauthentication, reauthenticate } from '#lib/server/auth/reauthentication/reauthenticate.ts';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { signInStaff } from '#lib/server/auth/sign-in.ts';
import { signInByLink } from '#lib/server/auth/sign-in-link.ts';
import { signOutEverywhere } from '#lib/server/auth/sign-out-everywhere.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { type Staff, staff, staffLocations, staffPasskeys } from '#lib/server/db/schema/staff.ts';
import { disableColleague, placeColleague, removePasskeys } from '#lib/server/staff/change-colleague.ts';
import { createLink } from '#lib/server/staff/invite.ts';
import { listColleagues } from '#lib/server/staff/list-colleagues.ts';
import { browser, hire } from '#lib/testing/browser.ts';
import { chooseRequirement } from '#lib/testing/choose-requirement.ts';
import { countWaiting } from '#lib/testing/count-waiting.ts';
import { givePasskey } from '#lib/testing/give-passkey.ts';
import { claimOf, contextOf, knownBrowser, strangeBrowser } from '#lib/testing/sessions.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import { type TestLocation, testPassword } from '#lib/testing/test-desk.ts';
import type { PasskeyRequirement } from '#lib/wire/staff.ts';
import { challengeMs } from '#shared/passkeys/challenge.ts';
import { mostFailures, mostFailuresOfAll } from '#shared/sign-in/attempts.ts';
import type { Browser } from '#shared/sign-in/browser.ts';
import { Authenticator } from '#shared/testing/authenticator.ts';
import { until } from '#shared/testing/until.ts';
import type { PasskeyProof } from '#shared/webauthn/messages.ts';
import { lacksPasskey } from './find-passkeys.ts';
import { askAtSignIn, signInByPasskey } from './sign-in-by-passkey.ts';

const testDesk = setUpStartedDesk();
let here: TestLocation;
let staffId: string;
let person: Reauthenticated;
let phone: Authenticator;
/** Failures of other tests must not count. */
let stranger: Browser;
let networks = 0;

beforeEach(async () => {
  here = await testDesk.openLocation();
  await givePasskey(testDesk.desk, here.actor.staffId);
  staffId = await hire(testDesk, 'manager', here);
  person = await contextOf(testDesk.desk, staffId);
  phone = new Authenticator();
  networks += 1;
  stranger = { ...strangeBrowser, clientAddress: `198.51.100.${networks}` };
  browser.cookies = {};
  browser.headers = { origin: phone.origin, 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36' };
});

const add = async (device = phone) => addPasskey(person, { passkey: device.create(await beginPasskey(person)) });
const prove = async (device = phone) => device.prove(await askAtSignIn(testDesk.desk));
const signIn = async (proof: PasskeyProof, from = stranger) =>
  (await signInByPasskey(testDesk.desk, { proof, browser: from })).kind;
const auditOf = async () => {
  const rows = await testDesk.desk.db.select().from(auditLog).where(eq(auditLog.staffId, staffId)).orderBy(auditLog.at);
  return rows.map(({ action, reason }) => [action, reason]);
};

describe('a passkey', () => {
  test('is added under the name of the browser, signs in alone, and is needed besides the password', async () => {
    expect(await add()).toEqual({ kind: 'added', name: 'Chrome, Windows' });
    expect(await listOwnPasskeys(person)).toMatchObject([{ name: 'Chrome, Windows', lastUsedAt: null }]);
    const answer = await signInByPasskey(testDesk.desk, { proof: await prove(), browser: stranger });
    expect(answer).toMatchObject({ kind: 'signedIn', staff: { id: staffId } });
    expect((await listOwnPasskeys(person))[0]?.lastUsedAt).not.toBeNull();
    const { email } = person.staff;
    const byPassword = (password: string) => signInStaff(testDesk.desk, { email, password, browser: knownBrowser });
    expect(await byPassword(testPassword)).toEqual({ kind: 'passkeyNeeded' });
    expect(await byPassword('not the password')).toEqual({ kind: 'wrong' });
  });

  test('is what ends the count of passwords that came without it, each of which is in the log', async () => {
    await add();
    const byPassword = async () =>
      (await signInStaff(testDesk.desk, { email: person.staff.email, password: testPassword, browser: stranger })).kind;
    for (let tried = 0; tried < mostFailures; tried++) expect(await byPassword()).toBe('passkeyNeeded');
    expect(await auditOf()).toContainEqual(['signInFailed', 'passwordOnly']);
    expect(await byPassword()).toBe('tooManyAttempts');
    expect(await signIn(await prove())).toBe('signedIn');
    expect(await byPassword()).toBe('passkeyNeeded');
  });

  test('is in the log of every gym of its person', async () => {
    const second = await testDesk.openLocation();
    await testDesk.desk.db.insert(staffLocations).values({ staffId, locationId: second.location.id });
    await add();
    const isAdded = and(eq(auditLog.staffId, staffId), eq(auditLog.action, 'addPasskey'));
    const rows = await testDesk.desk.db.select().from(auditLog).where(isAdded);
    expect(rows.map(({ locationId }) => locationId).sort()).toEqual([here.location.id, second.location.id].sort());
  });

  test('cannot be guessed at a session without limit', async () => {
    await add();
    const proof = { ...(await prove()), id: 'AAAA' };
    const answers = [];
    for (let tried = 0; tried <= mostFailures; tried++) {
      answers.push((await reauthenticate(person, { passkey: proof })).kind);
    }
    expect(answers).toEqual([...Array(mostFailures).fill('wrong'), 'tooManyAttempts']);
  });

  test('has a random user handle, and the question at the sign-in names no person', async () => {
    const { user } = await beginPasskey(person);
    expect(Buffer.from(user.id, 'base64url').toString()).toBe(staffId);
    await add();
    const { challenge, ...question } = await askAtSignIn(testDesk.desk);
    expect(challenge).toMatch(/^[\w-]{43}$/);
    expect(question).toEqual({
      rpId: 'localhost',
      timeout: challengeMs,
      userVerification: 'required',
      allowCredentials: undefined,
    });
  });

  test('is not added in a session that ends meanwhile', async () => {
    const passkey = phone.create(await beginPasskey(person));
    await signOutEverywhere(await contextOf(testDesk.desk, staffId), { staffId });
    await expect(addPasskey(person, { passkey })).rejects.toMatchObject({ code: 'signedOut' });
    expect(await listOwnPasskeys(person)).toEqual([]);
  });

  test('is added without waiting for an entry of the log that names the person', async () => {
    const passkey = phone.create(await beginPasskey(person));
    let isAdded = false;
    await testDesk.desk.db.transaction(async (tx) => {
      await writeAudit(tx, testDesk.desk, { locationId: here.location.id, staffId, action: 'changeLocation' });
      const adding = addPasskey(person, { passkey }).then(() => {
        isAdded = true;
      });
      adding.catch(() => {});
      await until(async () => expect(isAdded || (await countWaiting(testDesk.desk.db)) > 0).toBe(true));
      expect(isAdded).toBe(true);
    });
  });

  test('does not sign in a person who is disabled, or whose passkeys a manager has removed', async () => {
    await add();
    const manager = await contextOf(testDesk.desk, here.actor.staffId, here.location.id);
    await disableColleague(manager, { staffId });
    expect(await signIn(await prove())).toBe('wrong');
    await testDesk.desk.db.update(staff).set({ disabledAt: null }).where(eq(staff.id, staffId));
    expect(await signIn(await prove())).toBe('signedIn');
    await removePasskeys(manager, { staffId });
    expect(await signIn(await prove())).toBe('wrong');
    const byManager = await testDesk.desk.db.select().from(auditLog).where(eq(auditLog.action, 'removePasskeys'));
    expect(byManager).toContainEqual(expect.objectContaining({ staffId: here.actor.staffId, reason: staffId }));
  });

  test('is renamed and removed by its person alone', async () => {
    await add();
    const [{ id } = { id: '' }] = await listOwnPasskeys(person);
    const other = await contextOf(testDesk.desk, await hire(testDesk, 'reception', here));
    await expect(renamePasskey(other, { id, name: 'Mine' })).rejects.toMatchObject({ code: 'notFound' });
    await removePasskey(other, { id });
    await renamePasskey(person, { id, name: 'Key in the drawer' });
    expect(await listOwnPasskeys(person)).toMatchObject([{ name: 'Key in the drawer' }]);
    expect(await removePasskey(person, { id })).toEqual({ kind: 'removed' });
    expect(await listOwnPasskeys(person)).toEqual([]);
    expect(await auditOf()).toEqual(
      expect.arrayContaining([
        ['addPasskey', 'Chrome, Windows'],
        ['renamePasskey', 'Key in the drawer'],
        ['removePasskey', 'Key in the drawer'],
      ]),
    );
  });

  test('proves again who sits at a session', async () => {
    await add();
    const { passkey } = await beginReauthentication(person);
    if (!passkey) throw new Error('No passkey was asked for.');
    expect(passkey.allowCredentials).toHaveLength(1);
    expect(await reauthenticate(person, { passkey: phone.prove(passkey) })).toEqual({ kind: 'confirmed' });
    const colleague = await contextOf(testDesk.desk, await hire(testDesk, 'manager', here));
    const question = await beginReauthentication(person);
    const stolen = question.passkey && phone.prove(question.passkey);
    // for another session, the challenge counts for nothing
    expect(stolen && (await reauthenticate(colleague, { passkey: stolen }))).toEqual({ kind: 'wrong' });
  });
});

describe('a challenge', () => {
  beforeEach(async () => {
    await add();
  });

  test('is accepted once, also from two requests at the same time', async () => {
    const proof = await prove();
    const answers = await Promise.all([signIn(proof), signIn(proof)]);
    expect(answers.sort()).toEqual(['signedIn', 'wrong']);
    expect(await signIn(proof)).toBe('wrong');
  });

  test('is accepted once, too, where the authenticator counts no signatures', async () => {
    await testDesk.desk.db.update(staffPasskeys).set({ counter: 0 }).where(eq(staffPasskeys.staffId, staffId));
    phone.countsNone = true;
    const proof = await prove();
    expect(await signIn(proof)).toBe('signedIn');
    expect(await signIn(proof)).toBe('wrong');
    expect(await signIn(await prove())).toBe('signedIn');
  });

  test('of one window stays valid when another window of the browser asks too', async () => {
    const { passkey: first } = await beginReauthentication(person);
    const other = await contextOf(testDesk.desk, staffId);
    await beginReauthentication(other);
    if (!first) throw new Error('No passkey was asked for.');
    expect(await reauthenticate(person, { passkey: phone.prove(first) })).toEqual({ kind: 'confirmed' });
  });

  test('of one window is answered after other windows of the browser have asked, too, of which the last four count', async () => {
    await add();
    const questions = [];
    for (let asked = 0; asked < 6; asked++) {
      testDesk.clock.now += 1;
      questions.push(await askAtSignIn(testDesk.desk));
    }
    const names = Object.keys(browser.cookies).filter((name) => name.startsWith('challenge-signIn-'));
    expect(names).toHaveLength(4);
    const answers = [];
    for (const question of questions) answers.push(await signIn(phone.prove(question)));
    expect(answers).toEqual(['wrong', 'wrong', 'signedIn', 'signedIn', 'signedIn', 'signedIn']);
  });

  test('expires, and counts only in the browser that asked and for what it was asked', async () => {
    const late = await prove();
    testDesk.clock.now += challengeMs + 1;
    expect(await signIn(late)).toBe('wrong');
    const elsewhere = await prove();
    browser.cookies = {};
    expect(await signIn(elsewhere)).toBe('wrong');
    const { passkey } = await beginReauthentication(person);
    if (!passkey) throw new Error('No passkey was asked for.');
    const asked = Object.keys(browser.cookies).find((name) => name.startsWith('challenge-reauthenticate-')) ?? '';
    browser.cookies[asked.replace('reauthenticate', 'signIn')] = browser.cookies[asked] ?? '';
    expect(await signIn(phone.prove(passkey))).toBe('wrong');
  });

  test('is answered only at the address of the desk, and with the user verified', async () => {
    const question = await askAtSignIn(testDesk.desk);
    phone.origin = 'https://desk.attacker.example';
    expect(await signIn(phone.prove(question))).toBe('wrong');
    phone.origin = 'http://localhost:3000';
    phone.isUserVerified = false;
    expect(await signIn(phone.prove(question))).toBe('wrong');
    phone.isUserVerified = true;
    expect(await signIn(phone.prove(question))).toBe('signedIn');
    browser.headers.origin = 'https://192.0.2.4';
    await expect(askAtSignIn(testDesk.desk)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('of a thief, a passkey', () => {
  const follow = async (password?: string) => {
    const manager = await contextOf(testDesk.desk, here.actor.staffId, here.location.id);
    const { url } = await createLink(manager, { staffId });
    const token = new URL(url).searchParams.get('token') ?? '';
    return (await signInByLink(testDesk.desk, { token, password, browser: stranger })).kind;
  };

  test('does not survive a new password that is chosen with a link, and the log says so', async () => {
    await add();
    expect(await follow()).toBe('signedIn');
    expect(await signIn(await prove())).toBe('signedIn');
    expect(await follow('four words in a row')).toBe('signedIn');
    expect(await signIn(await prove())).toBe('wrong');
    expect(await auditOf()).toContainEqual(['removePasskeys', staffId]);
  });

  test('does not survive a move to a gym whose managers are not those who made the link of the password', async () => {
    await follow('four words in a row');
    person = await contextOf(testDesk.desk, staffId);
    await add();
    const there = await testDesk.openLocation();
    const boss = await hire(testDesk, 'manager', here, there);
    const atBoth = await contextOf(testDesk.desk, boss, here.location.id);
    await placeColleague(atBoth, { staffId, add: [there.location.id], remove: [] });
    expect(await signIn(await prove())).toBe('wrong');
  });
});

describe('after a change of the host name of the desk', () => {
  const moved = () => ({ ...testDesk.desk, url: 'https://desk.example.com' });
  const byPassword = (desk: DeskContext) =>
    signInStaff(desk, { email: person.staff.email, password: testPassword, browser: knownBrowser });

  test('a former passkey counts no more: the password alone signs in, and a new passkey is asked for', async () => {
    const manager = await contextOf(testDesk.desk, here.actor.staffId, here.location.id);
    await chooseRequirement(manager, 'managers');
    await add();
    expect(await byPassword(testDesk.desk)).toEqual({ kind: 'passkeyNeeded' });
    expect(await byPassword(moved())).toMatchObject({ kind: 'signedIn' });
    const there = { ...person, desk: moved() };
    expect(await lacksPasskey(testDesk.desk.db, moved(), person.staff)).toBe(true);
    expect(await listOwnPasskeys(there)).toMatchObject([{ formerHost: 'localhost' }]);
    expect(await listOwnPasskeys(person)).toMatchObject([{ formerHost: null }]);
    expect((await beginReauthentication(there)).passkey).toBeNull();
    const listed = await listColleagues({ ...manager, desk: moved() });
    expect(listed.colleagues.find(({ id }) => id === staffId)?.hasPasskey).toBe(false);
    const [{ id } = { id: '' }] = await listOwnPasskeys(there);
    expect(await removePasskey(there, { id })).toEqual({ kind: 'removed' });
  });

  test('one from before host names were stored counts, and is used at the present one', async () => {
    await add();
    await testDesk.desk.db.update(staffPasskeys).set({ rpId: null }).where(eq(staffPasskeys.staffId, staffId));
    expect(await byPassword(moved())).toEqual({ kind: 'passkeyNeeded' });
    expect(await signIn(await prove())).toBe('signedIn');
    expect(await byPassword(moved())).toMatchObject({ kind: 'signedIn' });
  });
});

test('a copied authenticator is refused once its count is behind, and the log says so', async () => {
  await add();
  const copy = phone.copy();
  expect(await signIn(await prove())).toBe('signedIn');
  expect(await signIn(await prove(copy))).toBe('wrong');
  expect(await auditOf()).toContainEqual(['refusePasskey', 'Chrome, Windows']);
  // an authenticator that counts nothing always answers 0
  await testDesk.desk.db.update(staffPasskeys).set({ counter: 0 }).where(eq(staffPasskeys.staffId, staffId));
  expect(await signIn(await prove())).toBe('signedIn');
});

test('failures are limited with those of passwords in this browser or network', async () => {
  await add();
  for (let tried = 0; tried < mostFailuresOfAll; tried++) {
    expect(await signIn({ ...(await prove()), id: 'AAAA' })).toBe('wrong');
  }
  expect(await signIn(await prove())).toBe('tooManyAttempts');
  expect(await signIn(await prove(), knownBrowser)).toBe('signedIn');
});

describe('where a gym requires passkeys', () => {
  const setRequired = async (requiredOf: PasskeyRequirement, gym = here) =>
    chooseRequirement(await contextOf(testDesk.desk, gym.actor.staffId, gym.location.id), requiredOf);
  const lacks = (who: Pick<Staff, 'id' | 'role'>) => lacksPasskey(testDesk.desk.db, testDesk.desk, who);
  const need = async () => {
    await setRequired('managers');
    return lacks(person.staff);
  };

  test('a manager without one is asked to add it, and may put that off for a session; others are not asked', async () => {
    await postponePasskey(person);
    expect(await lacks(person.staff)).toBe(false);
    expect(await need()).toBe(true);
    for (const role of ['reception', 'trainer'] as const) {
      expect(await lacks({ id: await hire(testDesk, role, here), role })).toBe(false);
    }
    await postponePasskey(person);
    const version = person.staff.sessionVersion;
    const again = await loadStaff(testDesk.desk, { sessionId: person.session.id, version });
    expect(again?.session.isPasskeyPostponed).toBe(true);
    expect((await loadStaff(testDesk.desk, await claimOf(testDesk.desk, staffId)))?.session.isPasskeyPostponed).toBe(
      false,
    );
    // pressed again, it is not written again
    if (again) await postponePasskey(again);
    expect((await auditOf()).filter(([action]) => action === 'postponePasskey')).toEqual([['postponePasskey', null]]);
    await add();
    expect(await lacks(person.staff)).toBe(false);
  });

  test('of everybody, reception too is asked to add one, may put that off for a session, and keeps the last one', async () => {
    const id = await hire(testDesk, 'reception', here);
    const reception = await contextOf(testDesk.desk, id);
    await setRequired('everybody');
    expect(await lacks(reception.staff)).toBe(true);
    expect(await lacks(person.staff)).toBe(true);
    await expect(leadToPasskey(reception, '/')).rejects.toMatchObject({
      digest: expect.stringContaining('/add-passkey'),
    });
    await postponePasskey(reception);
    const { session } = reception;
    const later = await loadStaff(testDesk.desk, { sessionId: session.id, version: reception.staff.sessionVersion });
    if (!later) throw new Error('The session has ended.');
    await leadToPasskey(later, '/');
    await addPasskey(reception, { passkey: phone.create(await beginPasskey(reception)) });
    expect(await lacks(reception.staff)).toBe(false);
    const [{ id: last } = { id: '' }] = await listOwnPasskeys(reception);
    expect(await removePasskey(reception, { id: last })).toEqual({ kind: 'lastOne' });
    await setRequired('managers');
    expect(await removePasskey(reception, { id: last })).toEqual({ kind: 'removed' });
    expect(await lacks(reception.staff)).toBe(false);
  });

  test('the strictest gym in use of a person counts', async () => {
    const strict = await testDesk.openLocation();
    await givePasskey(testDesk.desk, strict.actor.staffId);
    const reception = { id: await hire(testDesk, 'reception', here, strict), role: 'reception' } as const;
    await setRequired('managers');
    expect(await lacks(reception)).toBe(false);
    await setRequired('everybody', strict);
    expect(await lacks(reception)).toBe(true);
    const retired = { retiredAt: new Date(testDesk.clock.now) };
    await testDesk.desk.db.update(locations).set(retired).where(eq(locations.id, strict.location.id));
    expect(await lacks(reception)).toBe(false);
  });

  test('the log says of whom', async () => {
    await setRequired('everybody');
    await setRequired('everybody');
    const isChange = and(eq(auditLog.locationId, here.location.id), eq(auditLog.action, 'changeLocation'));
    const entries = await testDesk.desk.db.select().from(auditLog).where(isChange);
    expect(entries.map(({ reason }) => reason)).toEqual(['passkeysRequiredOf nobody → everybody']);
  });

  test('the last passkey stays', async () => {
    await need();
    await add();
    const [{ id } = { id: '' }] = await listOwnPasskeys(person);
    expect(await removePasskey(person, { id })).toEqual({ kind: 'lastOne' });
    await add(new Authenticator());
    expect(await removePasskey(person, { id })).toEqual({ kind: 'removed' });
    expect(await contextAt(person, here.location.id)).toBeDefined();
  });
});
