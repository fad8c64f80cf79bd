import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { runDeskAdmin } from '#lib/server/admin/main.ts';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { openBadgeKey } from '#lib/server/auth/badge/badge-key.ts';
import { signInByBadge } from '#lib/server/auth/badge/sign-in-by-badge.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { readAdminEnv, readGymAccess } from '#lib/server/base/env.ts';
import { createGymClients } from '#lib/server/composition/gym-clients.ts';
import { unseal } from '#lib/server/crypto/seal.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { badgeKeys, staffBadges } from '#lib/server/db/schema/staff.ts';
import { webhookRegistrations } from '#lib/server/db/schema/webhooks.ts';
import { upsertMembers } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { startLiveEvents } from '#lib/server/live/live-listener.ts';
import { readNotes, writeNote } from '#lib/server/members/notes.ts';
import { keepPhoto } from '#lib/server/photos/keep-photo.ts';
import { readPhoto } from '#lib/server/photos/photos.ts';
import { giveBadge } from '#lib/server/staff/badges.ts';
import { sendVisit } from '#lib/server/visit-sending/send-visit.ts';
import { receiveDelivery } from '#lib/server/webhooks/receive.ts';
import { keepWebhooksRegistered } from '#lib/server/webhooks/register.ts';
import { holdDeadlines } from '#lib/testing/hold-answer.ts';
import { inventMember } from '#lib/testing/members.ts';
import { inventPicture } from '#lib/testing/pictures.ts';
import { contextOf, knownBrowser } from '#lib/testing/sessions.ts';
import { createTestDesk, type TestDesk, type TestLocation, testSecret } from '#lib/testing/test-desk.ts';
import { checkSecret } from './check-secret.ts';
import { reseal } from './reseal.ts';
import { setLocation } from './set-location.ts';

const newSecret = 'the secret that comes after the other one';
const badge = { card: '04B0C077112233', source: 'scan', pin: '25809413' } as const;

let testDesk: TestDesk;
let here: TestLocation;
let lena: ReturnType<typeof inventMember>;

beforeEach(async () => {
  holdDeadlines();
  testDesk = await createTestDesk(inject('adminDatabaseUrl'));
  here = await testDesk.openLocation();
  lena = inventMember();
  here.platform.members.push(lena);
});
afterEach(() => testDesk.close());

/** The desk of a process started with these secrets. */
async function startWith(secret: string, previousSecret?: string): Promise<DeskContext> {
  await checkSecret(testDesk.desk.db, { secret, previousSecret });
  const badgeKey = await openBadgeKey(testDesk.desk.db, { secret, previousSecret });
  const core = { ...testDesk.desk, secret, previousSecret, badgeKey };
  return { ...core, gymClientOf: createGymClients(core) };
}

/** Everything that a desk seals: a badge, the keys of every interface, a picture, the secret of a webhook. */
async function fill(desk: DeskContext): Promise<void> {
  const { id } = here.location;
  const manager = await contextOf(desk, here.actor.staffId);
  await giveBadge(manager, { staffId: here.actor.staffId, ...badge });
  await setLocation(desk, {
    locationId: id,
    change: { v1Url: 'https://v1.example.com/v1', v1GymId: '17', v1Token: 'token' },
    by: null,
  });
  await setLocation(desk, {
    locationId: id,
    change: { exportUrl: 'https://export.example.com', exportKey: 'export key' },
    by: null,
  });
  await upsertMembers(desk.db, {
    locationId: id,
    members: [memberOf(lena.account)],
    askedAt: new Date(testDesk.clock.now),
  });
  await keepPhoto({ desk, actor: here.actor }, { accountId: lena.account.accountId, file: await inventPicture() });
  await keepWebhooksRegistered(desk);
}

/** Uses everything that was sealed. @returns the outcomes */
async function tryAll(desk: DeskContext, card = lena.card) {
  const { id } = here.location;
  const [location] = await desk.db.select().from(locations);
  if (!location) throw new Error('The location is missing.');
  const [webhook] = here.platform.webhooks.all;
  const receipt = receiveDelivery(desk, {
    hookId: webhook?.url.split('/').at(-1) ?? '',
    secret: webhook?.secret ?? null,
    signature: { id: null, timestamp: null, signatures: null },
    readBody: async () => '{}',
  });
  return {
    scan: (await lookUp({ desk, actor: { ...here.actor, location } }, { ...here.tap(), source: 'scan', value: card }))
      .kind,
    photo: (await readPhoto(desk, { locationId: id, accountId: lena.account.accountId })) !== null,
    // the body is parsed only after authentication
    webhook: await receipt,
    badge: (await signInByBadge(desk, { ...badge, locationId: id, browser: knownBrowser })).kind,
  };
}
const allWorks = { scan: 'admitted', photo: true, webhook: 'malformed', badge: 'signedIn' };

test('everything works with both secrets, and after resealing with the new one alone', async () => {
  const before = await startWith(testSecret);
  await fill(before);
  expect(await tryAll(before)).toEqual(allWorks);

  const running = await startWith(newSecret, testSecret);
  expect(await tryAll(running)).toEqual(allWorks);
  const deleted = { badges: 0, photos: 0 };
  expect(await reseal(running)).toEqual({ locations: 1, webhooks: 1, photos: 1, optedOut: 0, unreadable: [], deleted });
  expect(await tryAll(running)).toEqual(allWorks);
  expect(await tryAll(await startWith(newSecret))).toEqual(allWorks);
  await expect(startWith(testSecret)).rejects.toThrow(/DESK_SECRET is not the one/);
});

test('resealing is idempotent, and values that open under neither secret are reported and left unchanged', async () => {
  await fill(await startWith(testSecret));
  const running = await startWith(newSecret, testSecret);
  await reseal(running);
  expect(await reseal(running)).toMatchObject({ unreadable: [] });
  const locationId = here.location.id;
  const { unreadable } = await reseal({ ...running, secret: 'another secret of more than 32 characters' });
  expect(unreadable).toEqual([
    { locationId, field: 'apiKey' },
    { locationId, field: 'v1Token' },
    { locationId, field: 'exportKey' },
    { locationId, field: 'webhookSecret' },
    { locationId: 'everywhere', field: 'badgeKey' },
    { locationId, field: 'photo' },
  ]);
  expect(await tryAll(running)).toEqual(allWorks);
});

test('badges that were digested under the secret itself stay valid when it changes', async () => {
  // as in versions before badges had a key of their own
  await fill({ ...testDesk.desk, badgeKey: testSecret });
  await testDesk.desk.db.delete(badgeKeys);
  const running = await startWith(newSecret, testSecret);
  expect((await tryAll(running)).badge).toBe('signedIn');
  await reseal(running);
  expect((await tryAll(await startWith(newSecret))).badge).toBe('signedIn');
});

/** Runs a command of the operator. */
async function run(args: string[], { input = '', secret = newSecret } = {}) {
  const printed: string[] = [];
  const told: string[] = [];
  const exitCode = await runDeskAdmin(args, {
    readEnv: () => readAdminEnv({ DESK_DATABASE_URL: testDesk.databaseUrl, DESK_SECRET: secret }),
    readGymAccess: () => readGymAccess({}),
    readInput: async () => input,
    readFile: async () => input,
    writeFile: async () => {},
    print: (text) => printed.push(text),
    tell: (text) => told.push(text),
  });
  return { exitCode, answer: printed.length > 0 ? JSON.parse(printed.join('')) : undefined, told: told.join('') };
}

const look = ['reseal', '--secret-is-lost'];
const replace = [...look, '--replace-what-does-not-open'];
const fields = ['apiKey', 'v1Token', 'exportKey', 'webhookSecret', 'badgeKey'];

test('what a lost secret has sealed is only counted, until a second option gives it up', async () => {
  await fill(await startWith(testSecret));
  const { exitCode, answer, told } = await run(look);
  expect([exitCode, told]).toEqual([0, expect.stringMatching(/Nothing has been changed/)]);
  expect(answer).toMatchObject({
    toReplace: fields.map((field) => ({ field })),
    toDelete: { badges: 1, photos: 1 },
  });
  const { db } = testDesk.desk;
  expect(await db.$count(auditLog, eq(auditLog.action, 'reseal'))).toBe(0);
  expect(await tryAll(await startWith(testSecret))).toEqual(allWorks);
});

test('nothing is given up while a desk runs, which has the secret', async () => {
  await fill(await startWith(testSecret));
  const live = await startLiveEvents(testDesk.databaseUrl, testDesk.desk.log);
  try {
    for (const args of [look, replace]) {
      expect(await run(args)).toMatchObject({
        exitCode: 1,
        told: expect.stringMatching(/^A desk at \S+ runs on this database.*pg_terminate_backend\(\d+\)/),
      });
    }
  } finally {
    await live.stop();
  }
  expect(await tryAll(await startWith(testSecret))).toEqual(allWorks);
});

test('nothing is given up that opens', async () => {
  await fill(await startWith(testSecret));
  const here = { input: '', secret: testSecret };
  expect((await run(look, here)).answer).toEqual({ toReplace: [], toDelete: { badges: 0, photos: 0 } });
  expect((await run(replace, here)).answer).toMatchObject({ unreadable: [], deleted: { badges: 0, photos: 0 } });
  expect(await tryAll(await startWith(testSecret))).toEqual(allWorks);
  // without the first option, the second one is a mistake
  expect(await run(['reseal', '--replace-what-does-not-open'], here)).toMatchObject({ exitCode: 1 });
});

test('a desk whose secret is lost goes on: notes and visits stay, scans wait for the key that is given again', async () => {
  const before = await startWith(testSecret);
  await fill(before);
  const { id: locationId } = here.location;
  const { accountId } = lena.account;
  const note = { text: 'Owes for a towel', level: 'tell', expiresOn: null } as const;
  await writeNote(
    { desk: before, actor: here.actor },
    { locationId, accountId, noteId: randomUUID(), base: null, note },
  );
  await lookUp({ desk: before, actor: here.actor }, { ...here.tap(), source: 'scan', value: lena.card });

  await expect(startWith(newSecret)).rejects.toThrow(/docs\/operate\.md/);
  expect(await run(['list-locations'])).toMatchObject({
    exitCode: 1,
    told: expect.stringMatching(/docs\/operate\.md/),
  });
  expect((await run(replace)).answer).toMatchObject({
    unreadable: fields.map((field) => ({ field })),
    deleted: { badges: 1, photos: 1 },
  });

  const after = await startWith(newSecret);
  expect([await after.db.$count(staffBadges), await after.db.$count(photos)]).toEqual([0, 0]);
  const [entry] = await after.db.select().from(auditLog).where(eq(auditLog.action, 'reseal'));
  expect(entry).toMatchObject({ locationId, staffId: null, reason: '4 1 1' });
  const [webhook] = await after.db.select().from(webhookRegistrations);
  const sealed = webhook?.sealedSecret ?? '';
  expect(unseal(after, { sealed, locationId, field: 'webhookSecret' })).toMatch(/^whsec_/);
  expect(await readNotes(after.db, { location: here.location, accountId, at: testDesk.clock.now })).toMatchObject([
    note,
  ]);
  expect(await here.ledger()).toMatchObject([{ accountId, state: 'held' }]);
  const [omar, mira] = [inventMember(), inventMember()];
  here.platform.members.push(omar, mira);
  expect(await tryAll(after, omar.card)).toEqual({
    scan: 'unconfirmed',
    photo: false,
    webhook: 'forbidden',
    badge: 'wrong',
  });
  const sendAll = async () => {
    // the command uses the clock of the machine
    testDesk.clock.now = Math.max(testDesk.clock.now, Date.now()) + 60_000;
    for (const { tapId } of await here.ledger()) await sendVisit(after, { key: { locationId, tapId } });
    return here.ledger();
  };
  const waiting = { state: 'waiting', lastError: 'keyRejected' };
  expect(await sendAll()).toMatchObject([waiting, waiting]);
  const setKey = ['set-location', '--location', locationId, '--key', '-'];
  expect((await run(setKey, { input: here.platform.apiKey })).exitCode).toBe(0);
  expect((await sendAll()).map(({ state }) => state)).toEqual(['sent', 'sent']);
  await keepWebhooksRegistered(after);
  expect(await tryAll(after, mira.card)).toMatchObject({ scan: 'admitted', webhook: 'malformed' });
});
