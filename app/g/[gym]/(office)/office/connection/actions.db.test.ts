import { beforeEach, expect, test } from 'vitest';
import { connectionVersionOf } from '#lib/server/locations/connection-version.ts';
import { browser, hire } from '#lib/testing/browser.ts';
import { claimOf } from '#lib/testing/sessions.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import * as actions from './actions.ts';

const testDesk = setUpStartedDesk();
let here: TestLocation;
let staffId: string;

beforeEach(async () => {
  here = await testDesk.openLocation();
  staffId = await hire(testDesk, 'manager', here);
});

const open = async (hasAuthenticated: boolean) => {
  browser.claim = await claimOf(testDesk.desk, staffId, hasAuthenticated);
};

test('whatever changes a connection asks a manager with a badge for the password, and a test does not', async () => {
  const at = { locationId: here.location.id, version: connectionVersionOf(here.location) };
  const access = { url: here.platform.url, key: here.platform.apiKey };
  // not allowed, so that nothing is sent there
  const elsewhere = 'https://10.0.0.1';
  const changes = [
    () => actions.saveApiAccess({ ...at, ...access, isConfirmed: true }),
    () => actions.saveExportAccess({ ...at, ...access, url: elsewhere, confirmedGym: null }),
    () => actions.removeExportAccess(at),
    () => actions.saveLegacyInterface({ ...at, url: elsewhere, gymId: '1', token: 't' }),
    () => actions.removeLegacyInterface(at),
    () => actions.registerWebhook(at),
  ];
  await open(false);
  for (const change of changes) {
    expect(await change()).toMatchObject({ ok: false, error: { code: 'reauthenticationNeeded' } });
  }
  expect(await actions.testConnection(at)).toMatchObject({ ok: true });
  await open(true);
  for (const change of changes) expect(await change()).toMatchObject({ ok: true });
});
