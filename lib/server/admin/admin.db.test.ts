import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { loadStaff } from '#lib/server/auth/load-staff.ts';
import { endAllSessions, type SessionClaim } from '#lib/server/auth/session/sessions.ts';
import { signInStaff } from '#lib/server/auth/sign-in.ts';
import { signInByLink } from '#lib/server/auth/sign-in-link.ts';
import { readAdminEnv, readGymAccess } from '#lib/server/base/env.ts';
import { runEvery } from '#lib/server/base/run-every.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { unseal } from '#lib/server/crypto/seal.ts';
import { type AuditAction, auditLog } from '#lib/server/db/schema/audit-log.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { staff, staffLocations, staffPasskeys } from '#lib/server/db/schema/staff.ts';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import { startMigration } from '#lib/server/migration/start-migration.ts';
import { workMigrations } from '#lib/server/migration/work.ts';
import { readPresence } from '#lib/server/presence/list.ts';
import { countWaiting } from '#lib/testing/count-waiting.ts';
import { FakePlatform } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import { claimOf, knownBrowser, strangeBrowser } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { testPassword, testSecret } from '#lib/testing/test-desk.ts';
import { withNewerZone } from '#shared/testing/newer-zone.ts';
import { until } from '#shared/testing/until.ts';
import { runDeskAdmin } from './main.ts';

const testDesk = setUpTestDesk();

async function run(args: string[], input = '', gym: Record<string, string> = {}) {
  const printed: string[] = [];
  const told: string[] = [];
  const written: string[] = [];
  const exitCode = await runDeskAdmin(args, {
    readEnv: () =>
      readAdminEnv({
        DESK_DATABASE_URL: testDesk.databaseUrl,
        DESK_SECRET: testSecret,
        DESK_URL: 'https://desk.example.com',
      }),
    readGymAccess: () => readGymAccess(gym),
    readInput: async () => input,
    readFile: async () => input,
    writeFile: async (_path, pieces) => void written.push(...(await Array.fromAsync(pieces, String))),
    print: (text) => printed.push(text),
    tell: (text) => told.push(text),
  });
  return {
    exitCode,
    answer: printed.length > 0 ? JSON.parse(printed.join('')) : undefined,
    told: told.join(''),
    written: written.join(''),
  };
}

const west = ['add-location', '--name', 'West', '--time-zone', 'Europe/Berlin', '--api-url', 'https://api.example.com'];

describe('add-location', () => {
  test('adds a location and keeps its key sealed', async () => {
    const { exitCode, answer } = await run(west, 'fd_key\n');
    expect([exitCode, answer]).toEqual([0, { id: expect.any(String), name: 'West', slug: 'west' }]);
    const [stored] = await testDesk.desk.db.select().from(locations).where(eq(locations.id, answer.id));
    const context = { locationId: answer.id, field: 'apiKey' } as const;
    expect(unseal({ secret: testSecret }, { sealed: stored?.sealedApiKey ?? '', ...context })).toBe('fd_key');
    const listed = await run(['list-locations']);
    expect(listed.answer).toMatchObject([{ id: answer.id, name: 'West', apiUrl: 'https://api.example.com' }]);
    expect(JSON.stringify(listed)).not.toContain('fd_key');
  });

  test.each([
    ['no key', west.with(2, 'Nord'), '', /API key of the gym/],
    ['the key of another location', west.with(2, 'Nord'), 'fd_key', /West \(west\) uses this key/],
    ['the slug of another location', [...west, '--slug', 'west'], 'fd_other_key', /has the slug west/],
    ['a slug with a space', [...west, '--slug', 'my gym'], 'fd_other_key', /small letters, digits/],
    ['a wrong time zone', west.with(2, 'Nord').with(4, 'Mars/Base'), 'fd_key', /not a time zone/],
    ['an abbreviation as time zone', west.with(2, 'Nord').with(4, 'IST'), 'fd_key', /not a time zone/],
    ['an address with a path', west.with(2, 'Nord').with(6, 'https://x.example/api'), 'fd_key', /without a path/],
    [
      'more people than a gym may hold',
      [...west, '--capacity', '100001'],
      'fd_key',
      /^capacity: Must be at most 100000\.$/m,
    ],
    [
      'a capacity that is no number',
      [...west, '--capacity', 'many'],
      'fd_key',
      /^capacity: Must be a number of people\.$/m,
    ],
    ['a missing option', west.slice(0, 3), 'fd_key', /--time-zone/],
  ])('refuses %s in a sentence, with nothing on stdout', async (_, args, input, sentence) => {
    expect(await run(args, input)).toMatchObject({
      exitCode: 1,
      answer: undefined,
      told: expect.stringMatching(sentence),
    });
  });

  test('refuses a time zone that the database knows by no name', async () => {
    const newer = west.with(2, 'Nord').with(4, 'Mars/Base');
    const { exitCode, told } = await withNewerZone('Mars/Base', () => run(newer, 'fd_other_key'));
    expect([exitCode, told]).toEqual([
      1,
      expect.stringMatching(/^--time-zone is "Mars\/Base", which the database does /),
    ]);
  });
});

describe('a staff member', () => {
  const ana = ['create-staff', '--email', 'Ana@Example.com', '--name', 'Ana Keller', '--role', 'reception'];

  test('is created for all locations with the password of standard input, and the audit log has it', async () => {
    const { answer } = await run(ana, `${testPassword}\n`);
    expect(answer).toMatchObject({ email: 'ana@example.com', role: 'reception', locations: [{ name: 'West' }] });
    const typed = { email: 'ana@example.com', password: testPassword };
    expect(await signInStaff(testDesk.desk, { ...typed, browser: knownBrowser })).toMatchObject({ kind: 'signedIn' });
    expect(await testDesk.desk.db.select().from(auditLog).where(eq(auditLog.action, 'createStaff'))).toMatchObject([
      { reason: answer.id, staffId: null },
    ]);
  });

  test.each([
    ['a short password', ana.with(2, 'b@example.com'), 'short', /password: Must be at least 12/],
    ['an address that is taken', ana, testPassword, /is taken/],
    ['an unknown role', ana.with(6, 'owner'), testPassword, /Allowed choices are reception, trainer, manager/],
    [
      'an unknown location',
      [...ana.with(2, 'c@example.com'), '--location', crypto.randomUUID()],
      testPassword,
      /no such location/,
    ],
  ])('is not created with %s', async (_, args, input, sentence) => {
    const before = await testDesk.desk.db.select().from(staff);
    expect(await run(args, input)).toMatchObject({ exitCode: 1, told: expect.stringMatching(sentence) });
    expect(await testDesk.desk.db.select().from(staff)).toEqual(before);
  });

  test('is listed as disabled, and without the hash of the password', async () => {
    const { answer } = await run(['disable-staff', '--email', 'ana@example.com']);
    expect(answer).toMatchObject({ email: 'ana@example.com', isDisabled: true });
    const listed = await run(['list-staff']);
    expect(listed.answer).toMatchObject([{ email: 'ana@example.com', isDisabled: true }]);
    expect(JSON.stringify(listed)).not.toContain('argon2');
    expect(await run(['disable-staff', '--email', 'nobody@example.com'])).toMatchObject({ exitCode: 1 });
  });

  describe('who exists', () => {
    const newPassword = 'tea at half past nine';
    let email = '';
    let staffId = '';
    const command = (name: string, ...more: string[]) => [name, '--email', email, ...more];
    const load = async (claim: SessionClaim) => loadStaff(testDesk.desk, claim);
    const signIn = (password: string) => signInStaff(testDesk.desk, { email, password, browser: knownBrowser });
    const audited = async (action: AuditAction) =>
      (await testDesk.desk.db.select().from(auditLog).where(eq(auditLog.action, action))).at(-1);

    const setDue = () =>
      testDesk.desk.db
        .update(staff)
        .set({ passkeyDueAt: new Date(testDesk.clock.now) })
        .where(eq(staff.id, staffId));
    const readDue = async () =>
      (await testDesk.desk.db.select().from(staff).where(eq(staff.id, staffId)))[0]?.passkeyDueAt;
    let locationId = '';

    beforeEach(async () => {
      const { location } = await testDesk.openLocation();
      locationId = location.id;
      email = `${location.id}-ana@example.com`;
      const made = [...command('create-staff'), '--name', 'Ana Keller', '--role', 'reception'];
      staffId = (await run([...made, '--location', location.id], testPassword)).answer.id;
    });

    test('gets a new password, which ends all sessions and removes passkeys', async () => {
      const session = await claimOf(testDesk.desk, staffId);
      const passkey = {
        id: staffId,
        staffId,
        rpId: 'localhost',
        name: 'Phone',
        publicKey: '',
        counter: 0,
        transports: [],
      };
      await testDesk.desk.db.insert(staffPasskeys).values({ ...passkey, createdAt: new Date() });
      expect((await run(command('set-password'), `${newPassword}\n`)).exitCode).toBe(0);
      expect(await load(session)).toBeNull();
      expect(await signIn(testPassword)).toEqual({ kind: 'wrong' });
      expect(await signIn(newPassword)).toMatchObject({ kind: 'signedIn' });
      expect(await audited('setPassword')).toMatchObject({ reason: staffId, staffId: null });
      expect(await audited('removePasskeys')).toMatchObject({ reason: staffId, staffId: null });
    });

    test('remove-passkeys gives seven more days to add a required one, also to somebody who has none', async () => {
      await setDue();
      expect((await run(command('remove-passkeys'))).exitCode).toBe(0);
      expect(await readDue()).toBeNull();
    });

    test.each([
      ['short', 'tea at nine', /at least 12/],
      ['one of the most used', 'Password!2026', /most used/],
      ['mainly a name', 'Ana.Keller.7', /mainly the name/],
    ])('does not get a password that is %s', async (_, password, sentence) => {
      expect(await run(command('set-password'), password)).toMatchObject({
        exitCode: 1,
        told: expect.stringMatching(sentence),
      });
      expect(await signIn(testPassword)).toMatchObject({ kind: 'signedIn' });
    });

    test('is disabled and enabled again, and their earlier sessions stay ended', async () => {
      const session = await claimOf(testDesk.desk, staffId);
      await run(command('disable-staff'));
      expect(await signIn(testPassword)).toEqual({ kind: 'wrong' });
      await setDue();
      expect((await run(command('enable-staff'))).answer).toMatchObject({ isDisabled: false });
      expect(await readDue()).toBeNull();
      expect(await load(session)).toBeNull();
      expect(await signIn(testPassword)).toMatchObject({ kind: 'signedIn' });
      expect(await audited('enableStaff')).toMatchObject({ reason: staffId });
    });

    test('who is enabled already gets no new days for a passkey, and no entry in the log', async () => {
      await setDue();
      const enabled = () => testDesk.desk.db.$count(auditLog, eq(auditLog.action, 'enableStaff'));
      const before = await enabled();
      await run(command('enable-staff'));
      expect(await readDue()).not.toBeNull();
      expect(await enabled()).toBe(before);
    });

    test('has new days for a passkey where the new role is the first of which one is required', async () => {
      const isHere = eq(locations.id, locationId);
      await testDesk.desk.db.update(locations).set({ passkeysRequiredOf: 'managers' }).where(isHere);
      await setDue();
      await run(command('set-role', '--role', 'trainer'));
      expect(await readDue()).not.toBeNull();
      await run(command('set-role', '--role', 'manager'));
      expect(await readDue()).toBeNull();
    });

    test('is changed without waiting for an entry of the log that names them', async () => {
      let isChanged = false;
      await testDesk.desk.db.transaction(async (tx) => {
        await writeAudit(tx, testDesk.desk, { locationId, staffId, action: 'changeLocation' });
        const changing = run(command('set-role', '--role', 'trainer')).then(() => {
          isChanged = true;
        });
        changing.catch(() => {});
        await until(async () => expect(isChanged || (await countWaiting(testDesk.desk.db)) > 0).toBe(true));
        expect(isChanged).toBe(true);
      });
    });

    test('has a new role at once, also in open sessions', async () => {
      const session = await claimOf(testDesk.desk, staffId);
      expect((await run(command('set-role', '--role', 'manager'))).answer).toMatchObject({ role: 'manager' });
      expect((await load(session))?.staff.role).toBe('manager');
      expect(await audited('setRole')).toMatchObject({ reason: `${staffId} reception → manager` });
    });

    test('no longer reads the reports in another role, and still does in the same one', async () => {
      const { db } = testDesk.desk;
      const isTheirs = eq(staffLocations.staffId, staffId);
      const mayRead = async () =>
        (await db.select().from(staffLocations).where(isTheirs)).map(({ mayReadReports }) => mayReadReports);
      await db.update(staffLocations).set({ mayReadReports: true }).where(isTheirs);
      await run(command('set-role', '--role', 'reception'));
      expect(await mayRead()).toEqual([true]);
      await run(command('set-role', '--role', 'trainer'));
      expect(await mayRead()).toEqual([false]);
    });

    describe('signs in with a link', () => {
      const makeLink = async () => new URL((await run(command('sign-in-link'))).answer.url);
      const follow = (link: URL) =>
        signInByLink(testDesk.desk, { token: link.searchParams.get('token') ?? '', browser: strangeBrowser });

      test('once', async () => {
        const link = await makeLink();
        expect(`${link.origin}${link.pathname}`).toBe('https://desk.example.com/sign-in/link');
        expect(await follow(link)).toMatchObject({ kind: 'signedIn', staff: { id: staffId } });
        expect(await follow(link)).toEqual({ kind: 'wrong' });
        const { clientAddress } = strangeBrowser;
        expect(await audited('signInFailed')).toMatchObject({ reason: 'link', staffId: null, clientAddress });
        expect(await audited('createSignInLink')).toMatchObject({ reason: staffId });
      });

      test('within an hour', async () => {
        const link = await makeLink();
        testDesk.clock.now = Date.now() + 3_600_000;
        expect(await follow(link)).toEqual({ kind: 'wrong' });
      });

      test.each([
        ['another one was created', () => makeLink()],
        ['all sessions were ended', () => endAllSessions(testDesk.desk.db, staffId)],
        ['the password was changed', () => run(command('set-password'), newPassword)],
        ['the staff member was disabled', () => run(command('disable-staff'))],
        [
          'the staff member was disabled by other means, which left the link in place',
          () => testDesk.desk.db.update(staff).set({ disabledAt: new Date() }).where(eq(staff.id, staffId)),
        ],
      ])('not after %s', async (_, happen) => {
        const link = await makeLink();
        await happen();
        expect(await follow(link)).toEqual({ kind: 'wrong' });
      });

      test('but is refused one while disabled', async () => {
        await run(command('disable-staff'));
        expect(await run(command('sign-in-link'))).toMatchObject({ exitCode: 1, answer: undefined });
      });
    });
  });
});

describe('set-location', () => {
  const set = async (options: string[], input = '', gym: Record<string, string> = {}) => {
    const here = await testDesk.openLocation();
    const done = await run(['set-location', '--location', here.location.id, ...options], input, gym);
    const [stored] = await testDesk.desk.db.select().from(locations).where(eq(locations.id, here.location.id));
    if (!stored) throw new Error('The location is missing.');
    return { ...done, here, stored };
  };

  test('changes the given settings with secrets from standard input; the audit log names the settings and not their values', async () => {
    const secrets = ['--v1-token', '-', '--key', '-', '--export-key', '-'];
    const places = ['--v1-url', 'https://v1.example.com', '--v1-gym-id', '17', '--export-url', 'https://e.example.com'];
    const { exitCode, stored, here } = await set([...secrets, ...places], 'new key\nnew token\nexport key\n');
    const { id } = here.location;
    expect(exitCode).toBe(0);
    expect(unseal({ secret: testSecret }, { sealed: stored.sealedApiKey, locationId: id, field: 'apiKey' })).toBe(
      'new key',
    );
    expect(
      unseal({ secret: testSecret }, { sealed: stored.sealedV1Token ?? '', locationId: id, field: 'v1Token' }),
    ).toBe('new token');
    expect(
      unseal({ secret: testSecret }, { sealed: stored.sealedExportKey ?? '', locationId: id, field: 'exportKey' }),
    ).toBe('export key');
    const { name, apiUrl } = here.location;
    expect(stored).toMatchObject({ name, apiUrl, v1Url: 'https://v1.example.com/v1', v1GymId: '17' });
    expect(await testDesk.desk.db.select().from(auditLog).where(eq(auditLog.locationId, id))).toMatchObject([
      { action: 'setLocation', reason: 'apiKey, v1Url, v1GymId, v1Token, exportUrl, exportKey', staffId: null },
    ]);
  });

  test('takes what the environment sets, unless an option says otherwise', async () => {
    const gym = {
      GYM_API_KEY: 'key of the environment',
      GYM_EXPORT_URL: 'https://e.example.com',
      GYM_EXPORT_KEY: 'hush',
    };
    const options = ['--from-environment', '--export-url', 'https://other.example.com'];
    const { exitCode, stored, here, told, answer } = await set(options, '', gym);
    expect([exitCode, `${told}${JSON.stringify(answer)}`]).toEqual([0, expect.not.stringMatching(/hush|key of the/)]);
    const context = { locationId: here.location.id, field: 'apiKey' } as const;
    expect(unseal({ secret: testSecret }, { sealed: stored.sealedApiKey, ...context })).toBe('key of the environment');
    expect(stored).toMatchObject({ exportUrl: 'https://other.example.com', apiUrl: here.location.apiUrl, v1Url: null });
  });

  test.each([
    ['nothing at all', [], '', /Say what is to change/],
    ['an environment that sets nothing', ['--from-environment'], '', /Say what is to change/],
    ['an empty key', ['--key', '-'], '\n', /line of its own/],
    ['a key on the command line', ['--key', 'hush'], '', /Allowed choices are -/],
    ['more lines than secrets', ['--key', '-'], 'one\ntwo\n', /more lines/],
    [
      'only some settings of the legacy interface',
      ['--v1-url', 'https://v1.example.com'],
      '',
      /--v1-url, --v1-gym-id and --v1-token together/,
    ],
    ['an address with a path', ['--url', 'https://api.example.com/v2'], '', /without a path/],
    [
      'the key of another location',
      ['--url', 'https://api.example.com', '--key', '-'],
      'fd_key',
      /West \(west\) uses this key/,
    ],
  ])('refuses %s in a sentence and changes nothing', async (_, options, input, sentence) => {
    const { exitCode, told, stored, here } = await set(options, input);
    expect([exitCode, told]).toEqual([1, expect.stringMatching(sentence)]);
    expect(stored).toEqual(here.location);
  });
});

test('set-location with another address needs the key too where the stored one cannot be read', async () => {
  const { location } = await testDesk.openLocation({ sealedApiKey: 'sealed under a lost secret' });
  const set = ['set-location', '--location', location.id, '--url', 'https://api.example.com'];
  const needed = { exitCode: 1, told: expect.stringMatching(/^The stored key cannot be read .* --key -/) };
  expect(await run(set)).toMatchObject(needed);
  expect((await run([...set, '--key', '-'], 'a new key')).answer).toMatchObject({ apiUrl: 'https://api.example.com' });
});

describe('retire-location', () => {
  test('retires a location, and --undo reopens it', async () => {
    const { location } = await testDesk.openLocation();
    const retire = ['retire-location', '--location', location.id];
    expect((await run(retire)).answer).toMatchObject({ name: location.name, retiredAt: expect.any(String) });
    expect((await run([...retire, '--undo'])).answer).toMatchObject({ name: location.name, retiredAt: null });
    expect(await run(retire.with(2, crypto.randomUUID()))).toMatchObject({ exitCode: 1 });
  });

  test('says how many visits are not sent and how many members are in, and retires with --anyway', async () => {
    const here = await testDesk.openLocation();
    const lena = inventMember();
    here.platform.members.push(lena);
    await lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value: lena.card });
    const retire = ['retire-location', '--location', here.location.slug];
    expect(await run(retire)).toMatchObject({ exitCode: 1, told: expect.stringMatching(/^1 visits, .* not reached/) });
    const { tapId } = (await here.ledger())[0] ?? {};
    await here.pass(60_000);
    // the command uses the clock of the machine, which differs from that of the test
    await testDesk.desk.db
      .update(visits)
      .set({ tappedAt: new Date(Date.now() - 60_000), clock: null })
      .where(eq(visits.tapId, tapId ?? ''));
    expect(await run(retire)).toMatchObject({ exitCode: 1, told: expect.stringMatching(/^1 members are in/) });
    expect((await run([...retire, '--anyway'])).answer).toMatchObject({ retiredAt: expect.any(String) });
  });

  test('is not undone while another location has its key', async () => {
    const [here, there] = [await testDesk.openLocation(), await testDesk.openLocation()];
    const retire = ['retire-location', '--location', here.location.id];
    await run(retire);
    const { url, apiKey } = here.platform;
    await run(['set-location', '--location', there.location.id, '--url', url, '--key', '-'], apiKey);
    const undone = await run([...retire, '--undo']);
    expect(undone).toMatchObject({ exitCode: 1, told: expect.stringContaining(`${there.location.name} (`) });
    expect((await run(['list-locations'])).answer).toContainEqual(
      expect.objectContaining({ id: here.location.id, retiredAt: expect.any(String) }),
    );
  });
});

test('a location is named by its id, its slug, or a name that no other location has', async () => {
  const [here, there] = [await testDesk.openLocation(), await testDesk.openLocation()];
  const rename = (location: string, name: string) => run(['set-location', '--location', location, '--name', name]);
  expect(await rename(here.location.slug, 'Sud')).toMatchObject({ answer: { id: here.location.id, name: 'Sud' } });
  expect(await rename('Sud', 'Nord')).toMatchObject({ answer: { id: here.location.id, name: 'Nord' } });
  expect(await rename(there.location.id, 'Nord')).toMatchObject({ answer: { id: there.location.id, name: 'Nord' } });
  const refused = await rename('Nord', 'Ost');
  expect(refused.exitCode).toBe(1);
  for (const { id, slug } of [here.location, there.location]) expect(refused.told).toContain(`${id} (Nord, ${slug})`);
  const ana = ['create-staff', '--email', 'nord@example.com', '--name', 'Ana Keller', '--role', 'reception'];
  expect((await run([...ana, '--location', there.location.slug], testPassword)).answer).toMatchObject({
    locations: [{ id: there.location.id, slug: there.location.slug }],
  });
});

test('outbox lists the visits that the platform does not have, and settles or retries one by its id', async () => {
  const here = await testDesk.openLocation();
  await here.platform.stop();
  const scan = { ...here.tap(), source: 'scan', value: '0x04A2DDDD' } as const;
  await lookUp({ desk: testDesk.desk, actor: here.actor }, scan);
  const listed = async (...args: string[]) => (await run(['outbox', ...args])).answer;
  expect(await listed()).toMatchObject([{ id: scan.tapId, state: 'held', kind: 'checkIn' }]);
  await here.platform.start();
  await here.pass(10_000);
  const kept = { id: scan.tapId, location: here.location.name, state: 'unresolved', why: 'cardUnknown' };
  expect(await listed()).toMatchObject([{ ...kept, at: new Date(scan.tappedAt).toISOString(), scanned: scan.value }]);
  expect(await listed('--settle', scan.tapId)).toMatchObject([{ ...kept, settledAt: expect.any(String) }]);
  expect(await listed()).toEqual([]);
  expect(await listed('--all')).toMatchObject([kept]);
  expect(await listed('--retry', scan.tapId)).toMatchObject([{ ...kept, state: 'waiting', settledAt: null }]);
  expect(await run(['outbox', '--settle', scan.tapId])).toMatchObject({ exitCode: 1 });
  expect((await run(['outbox', '--settle', 'x'])).told).toMatch(/id of a visit/);
});

test('outbox sends again what a restored platform has lost, at the locations that are named', async () => {
  const [here, there] = [await testDesk.openLocation(), await testDesk.openLocation()];
  for (const { platform, actor, tap, pass } of [here, there]) {
    const lena = inventMember();
    platform.members.push(lena);
    await lookUp({ desk: testDesk.desk, actor }, { ...tap(), source: 'scan', value: lena.card });
    await pass(10_000);
    platform.visits.clear();
  }
  const resend = ['outbox', '--resend-since', '2026-11-21', '--location', here.location.slug];
  expect(await run(resend.slice(0, 3))).toMatchObject({
    exitCode: 1,
    told: expect.stringMatching(/--location together/),
  });
  expect(await run([...resend, '--retry', crypto.randomUUID()])).toMatchObject({ exitCode: 1 });
  expect(await run([...resend, 'nowhere'])).toMatchObject({ exitCode: 1 });
  expect((await here.ledger()).map(({ state }) => state)).toEqual(['sent']);
  expect((await run(resend)).answer).toMatchObject([{ location: here.location.name, state: 'waiting' }]);
  // the command uses the clock of the machine
  testDesk.clock.now = Math.max(testDesk.clock.now, Date.now());
  for (const { pass } of [here, there]) await pass(10_000);
  expect([here.platform.visits.size, there.platform.visits.size]).toEqual([1, 0]);
});

describe('seed-demo', () => {
  test('is idempotent, and updates what has changed', async () => {
    const platform = await new FakePlatform().start();
    const [lena, omar] = [inventMember(), inventMember()];
    platform.members.push(lena, omar);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const plan = {
      locations: [
        { name: 'Demo West', timeZone: 'Europe/Berlin', apiUrl: platform.url, apiKey: platform.apiKey, capacity: 120 },
      ],
      staff: [
        {
          email: 'reception@demo.example',
          name: 'Ana Keller',
          role: 'reception',
          password: testPassword,
          accountIds: ['account-of-ana'],
        },
      ],
      cards: [{ value: lena.card, name: 'Lena', shows: 'admitted' }],
      presence: [
        { locationIndex: 0, accountId: lena.account.accountId, since },
        { locationIndex: 0, accountId: 'gone', since },
      ],
    };
    const { answer } = await run(['seed-demo', '--file', '-'], JSON.stringify(plan));
    const again = await run(
      ['seed-demo', '--file', '-'],
      JSON.stringify({ ...plan, staff: [{ ...plan.staff[0], password: 'another password' }] }),
    );
    expect(again.answer).toEqual(answer);
    const easy = {
      ...plan,
      locations: [{ ...plan.locations[0], capacity: 1 }],
      staff: [{ ...plan.staff[0], password: 'Password!2026' }],
    };
    expect((await run(['seed-demo', '--file', '-'], JSON.stringify(easy))).exitCode).toBe(1);

    const id = answer.locations[0].id;
    const [location] = await testDesk.desk.db.select().from(locations).where(eq(locations.id, id));
    if (!location) throw new Error('The location is missing.');
    expect(location).toMatchObject({ capacity: 120, demoCards: plan.cards });
    expect((await readPresence({ desk: testDesk.desk, actor: { location } })).entries).toMatchObject([
      { accountId: lena.account.accountId, displayName: `Lena ${lena.account.lastName}`, since, source: 'elsewhere' },
    ]);
    expect(await testDesk.desk.db.select().from(elsewhereEvents)).toHaveLength(1);
    expect(await testDesk.desk.db.select().from(staffLocations).where(eq(staffLocations.locationId, id))).toMatchObject(
      [{ accountId: 'account-of-ana' }],
    );
    const person = { email: 'reception@demo.example', password: 'another password' };
    expect(await signInStaff(testDesk.desk, { ...person, browser: knownBrowser })).toMatchObject({ kind: 'signedIn' });
    await platform.stop();
  });

  test('adds the legacy interface and the data export to the demo of an earlier version', async () => {
    const earlier = {
      name: 'Demo East',
      timeZone: 'Europe/Berlin',
      apiUrl: 'https://mms.example.com',
      apiKey: 'a key',
    };
    const now = {
      ...earlier,
      v1: { url: 'https://mms.example.com/v1', gymId: '2001', token: 'a token' },
      dataExport: { url: 'https://export.example.com', key: 'a key of the export' },
    };
    const seed = (location: object) =>
      run(['seed-demo', '--file', '-'], JSON.stringify({ locations: [location], staff: [], cards: [], presence: [] }));
    const id = (await seed(earlier)).answer.locations[0].id;
    const stored = async () => (await testDesk.desk.db.select().from(locations).where(eq(locations.id, id)))[0];
    expect(await stored()).toMatchObject({ v1Url: null, exportUrl: null, sealedExportKey: null });
    await seed(now);
    const first = await stored();
    expect(first).toMatchObject({ v1Url: now.v1.url, v1GymId: '2001', exportUrl: now.dataExport.url });
    expect(
      unseal({ secret: testSecret }, { sealed: first?.sealedExportKey ?? '', locationId: id, field: 'exportKey' }),
    ).toBe('a key of the export');
    await seed(now);
    expect((await stored())?.sealedExportKey).toBe(first?.sealedExportKey); // not sealed again: nothing had changed
  });

  test('reports what is wrong with a plan', async () => {
    const { exitCode, told } = await run(['seed-demo', '--file', 'plan.json'], '{"locations": []}');
    expect([exitCode, told]).toEqual([1, expect.stringContaining('presence')]);
  });
});

test('help is written to stderr, for people', async () => {
  const { exitCode, told, answer } = await run(['--help']);
  expect([exitCode, answer]).toEqual([0, undefined]);
  expect(told).toContain('create-staff');
  expect(told).not.toContain('seed-demo');
});

describe('migrate', () => {
  const open = async () => {
    const here = await testDesk.openLocation();
    const { id } = here.location;
    here.platform.legacyMembers.set(17, inventMember());
    const migrate = (options: string[], file = '') => run(['migrate', '--location', id, ...options], file);
    return { here, migrate };
  };

  test('processes the run itself where no desk runs, reports progress, and writes the result of each row', async () => {
    const { here, migrate } = await open();
    const { answer, told, exitCode } = await migrate(['--file', 'ids.csv'], 'userId\n17\n18\n17\nLena');
    expect(exitCode).toBe(0);
    expect(answer).toMatchObject({ state: 'finished', startedBy: null, counts: { migrated: 1, notFound: 1 } });
    expect(told).toMatch(/^2 user IDs were taken, 1 rows repeat others, 1 are not user IDs\./);
    expect(told).toMatch(/4 of 4: 1 brought over, 0 were there, 1 not found, 0 refused\.\n$/);
    expect(here.platform.members).toHaveLength(1);
    const { accountId } = here.platform.members[0]?.account ?? {};
    const { written, answer: status } = await migrate(['--status', '--results', 'results.csv']);
    expect(status).toEqual(answer);
    expect(written.split('\r\n')).toEqual([
      '\uFEFFRow,User ID,Result,Account,Explanation',
      `2,17,brought over,${accountId},The member is here now.`,
      '3,18,not found,,The member system knows no member with this user ID.',
      `4,17,repeated,${accountId},The same user ID as in row 2.`,
      '5,,not a user ID,,A user ID is a whole number.',
      '',
    ]);
  });

  test('only follows a run that a running desk processes', async () => {
    const { here, migrate } = await open();
    const desk = { ...testDesk.another(), clock: () => Date.now() };
    const working = runEvery(desk.log, { name: 'migrating', everyMs: 50, run: () => workMigrations(desk) });
    const { answer } = await migrate(['--file', 'ids.csv'], '17');
    await working();
    expect(answer).toMatchObject({ state: 'finished', counts: { migrated: 1 } });
    expect(here.platform.count('/migrate')).toBe(1);
  });

  test('pauses and cancels a run, and shows its progress', async () => {
    const { here, migrate } = await open();
    const desk = { ...testDesk.desk, clock: () => Date.now() };
    await startMigration({ desk, actor: here.actor }, { file: Buffer.from('17') });
    expect((await migrate(['--pause'])).answer).toMatchObject({ state: 'paused', pausedBecause: 'staff' });
    expect((await migrate([])).answer).toMatchObject({ state: 'paused' });
    expect((await migrate(['--file', 'ids.csv'], '18')).told).toMatch(/Another list is not done yet/);
    expect((await migrate(['--cancel'])).answer).toMatchObject({ state: 'cancelled', counts: { waiting: 1 } });
    expect((await migrate(['--resume'])).told).toMatch(/has already ended/);
  });

  test.each([
    ['a list without user ids', ['--file', 'ids.csv'], 'userId\nLena', /no user ID in this file\. row 2: not a number/],
    ['two changes at once', ['--pause', '--cancel'], '', /Give one of/],
    ['a status without a run', ['--status'], '', /No list was sent/],
  ])('refuses %s in a sentence', async (_, options, file, sentence) => {
    const { migrate } = await open();
    expect(await migrate(options, file)).toMatchObject({ exitCode: 1, told: expect.stringMatching(sentence) });
  });
});

test('reseal is refused without the former secret, under which all would be sealed again', async () => {
  const { exitCode, answer, told } = await run(['reseal']);
  expect([exitCode, answer]).toEqual([1, undefined]);
  expect(told).toMatch(/^DESK_SECRET_PREVIOUS is not set: [^\n]*\n$/);
});
