import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { requireLocation } from '#lib/server/base/locations.ts';
import { apiAccessInput, saveApiAccess } from '#lib/server/connection/save-access.ts';
import { exportAccessInput, saveExportAccess } from '#lib/server/connection/save-export-access.ts';
import { testConnection } from '#lib/server/connection/test-connection.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { ping } from '#lib/server/gym-api/accounts.ts';
import { askOptedOut } from '#lib/server/gym-export/ask-opted-out.ts';
import { findExportCredentials } from '#lib/server/gym-export/find-export-credentials.ts';
import { contextOf } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { hourMs } from '#shared/calendar/durations.ts';
import { connectionVersionOf } from './connection-version.ts';
import { mostAddressesPerHour } from './enter-address.ts';
import { legacyInput, saveLegacy } from './save-legacy.ts';
import { setLocation } from './set-location.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const stored = () => requireLocation(testDesk.desk.db, here.location.id);
const context = () => contextOf(testDesk.desk, here.actor.staffId);
const version = async () => connectionVersionOf(await stored());
const saveApi = async (url: string, key = 'k') =>
  saveApiAccess(await context(), apiAccessInput.parse({ version: await version(), url, key, isConfirmed: true }));
const saveExport = async (url: string) =>
  saveExportAccess(
    await context(),
    exportAccessInput.parse({ version: await version(), url, key: 'k', confirmedGym: '' }),
  );
const save1 = async (url: string) =>
  saveLegacy(await context(), legacyInput.parse({ version: await version(), url, gymId: '1', token: 't' }));
const set = (change: Parameters<typeof setLocation>[1]['change'], by: string | null = null) =>
  setLocation(testDesk.desk, { locationId: here.location.id, change, by });

/** Something else that listens on the desk's machine. */
async function listen() {
  let connections = 0;
  const server = net.createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // safe because: it listens on TCP
  return { port, connections: () => connections };
}

describe('an address that a manager enters', () => {
  test.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0.0.0.0',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    'localhost',
  ])('does not lead to another program of this machine, however it is written: %s', async (host) => {
    const other = await listen();
    const url = `https://${host}:${other.port}`;
    expect(await saveApi(url)).toEqual({ kind: 'addressNotAllowed' });
    expect(await saveExport(url)).toEqual({ kind: 'addressNotAllowed' });
    expect(await save1(url)).toEqual({ kind: 'addressNotAllowed' });
    expect(other.connections()).toBe(0);
    expect(await stored()).toEqual(here.location);
  });

  test.each(['10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '[fd00::1]', '[fe80::1]'])(
    'does not lead into a private network: %s',
    async (host) => expect(await saveApi(`https://${host}`)).toEqual({ kind: 'addressNotAllowed' }),
  );

  test('is allowed there where the operator has set the same scheme, host and port, and not another port', async () => {
    const other = await listen();
    expect(await saveApi(`http://127.0.0.1:${other.port}`)).toEqual({ kind: 'addressNotAllowed' });
    expect(other.connections()).toBe(0);
    here.platform.apiKey = 'another';
    expect(await saveApi(here.platform.url, 'another')).toEqual({ kind: 'kept' });
    expect((await stored()).enteredAddresses).toEqual([]);
  });

  test('is allowed there where the environment names it, also once no gym has it', async () => {
    const { url, apiKey } = here.platform;
    const saveAt = async (environmentUrls: string[]) => {
      const input = apiAccessInput.parse({ version: await version(), url, key: apiKey, isConfirmed: true });
      const manager = await context();
      return saveApiAccess({ ...manager, desk: { ...manager.desk, environmentUrls } }, input);
    };
    await set({ apiUrl: 'https://gym.example.com' });
    expect(await saveAt([])).toEqual({ kind: 'addressNotAllowed' });
    expect(await saveAt([`${url}/v1`])).toEqual({ kind: 'kept' });
    expect(await stored()).toMatchObject({ apiUrl: url, enteredAddresses: [] });
  });

  test('does not lend others its reach', async () => {
    const url = 'https://10.0.0.1';
    await set({ exportUrl: url, exportKey: 'k' }, here.actor.staffId);
    expect((await stored()).enteredAddresses).toEqual(['exportUrl']);
    expect(await saveApi(url)).toEqual({ kind: 'addressNotAllowed' });
  });
});

describe('requests to an address that a manager has entered', () => {
  /** As if its name had resolved to a public address when it was entered. */
  const markEntered = () =>
    testDesk.desk.db
      .update(locations)
      .set({ enteredAddresses: ['apiUrl', 'v1Url', 'exportUrl'] })
      .where(eq(locations.id, here.location.id));

  test('are not sent once it leads to a private network, until the operator takes it over', async () => {
    const { url } = here.platform;
    await set({ v1Url: `${url}/v1`, v1GymId: '1', v1Token: 't', exportUrl: url, exportKey: 'k' });
    await markEntered();
    const location = await stored();
    const away = { kind: 'unreachable', cause: 'notPublic' };
    expect(await ping(testDesk.desk.gymClientOf(location))).toMatchObject({ ok: false, problem: away });
    expect(await testConnection(await context())).toMatchObject({ api: away, legacy: away, dataExport: away });
    const credentials = findExportCredentials(testDesk.desk, location);
    if (!credentials) throw new Error('There is no data export.');
    expect(await askOptedOut(credentials, { timeoutMs: 1_000 })).toEqual(away);
    expect(here.platform.requests).toEqual([]);
    await set({ apiUrl: url });
    expect(await ping(testDesk.desk.gymClientOf(await stored()))).toMatchObject({ ok: true });
  });
});

test('a manager tries a few dozen addresses an hour, each in the log, and no secret in it', async () => {
  const there = await testDesk.openLocation();
  for (let tried = 0; tried < mostAddressesPerHour; tried += 1) {
    expect(await saveApi(`https://10.0.0.1:${1_000 + tried}`, 'hush')).toEqual({ kind: 'addressNotAllowed' });
  }
  const isTried = and(eq(auditLog.staffId, here.actor.staffId), eq(auditLog.action, 'tryAddress'));
  const entries = await testDesk.desk.db.select().from(auditLog).where(isTried);
  expect(entries).toHaveLength(mostAddressesPerHour);
  expect(entries.map(({ reason }) => reason)).toContain('apiUrl https://10.0.0.1:1000');
  expect(JSON.stringify(entries)).not.toContain('hush');
  expect(await saveApi(here.platform.url, here.platform.apiKey)).toEqual({ kind: 'tooManyAttempts' });
  expect(await saveExport('https://10.0.0.1')).toEqual({ kind: 'tooManyAttempts' });
  expect(await save1('https://10.0.0.1')).toEqual({ kind: 'tooManyAttempts' });
  // others are not limited by it
  const url = there.platform.url;
  const theirs = { version: connectionVersionOf(there.location), url, key: there.platform.apiKey, isConfirmed: true };
  expect(await saveApiAccess(await contextOf(testDesk.desk, there.actor.staffId), theirs)).toEqual({ kind: 'kept' });
  testDesk.clock.now += hourMs;
  expect(await saveApi(here.platform.url, here.platform.apiKey)).toEqual({ kind: 'kept' });
});

test('attempts at once do not exceed the limit', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: mostAddressesPerHour + 5 }, (_, tried) => saveApi(`https://10.0.0.1:${1_000 + tried}`)),
  );
  expect(outcomes.filter(({ kind }) => kind === 'tooManyAttempts')).toHaveLength(5);
});
