import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { staffLocations } from '#lib/server/db/schema/staff.ts';
import { taskChanges } from '#lib/server/db/schema/tasks.ts';
import { mirrorDirectory } from '#lib/server/directory/mirror.ts';
import * as translations from '#lib/server/i18n/server-translations.ts';
import { setRetired } from '#lib/server/locations/set-retired.ts';
import { browser, browserRequest, hire } from '#lib/testing/browser.ts';
import { inventMember } from '#lib/testing/members.ts';
import { claimOf } from '#lib/testing/sessions.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { POST } from './route.ts';

const keyAsText = ((key: string) => key) as never; // safe because: the route only calls it with keys
const translating = vi.spyOn(translations, 'getTranslations').mockResolvedValue(keyAsText);
afterAll(() => translating.mockRestore());

const testDesk = setUpStartedDesk();
let here: TestLocation;
let staffId: string;
let accountId: string;

beforeEach(async () => {
  here = await testDesk.openLocation();
  const lena = inventMember();
  accountId = lena.account.accountId;
  here.platform.members.push(lena);
  await mirrorDirectory({ desk: testDesk.desk, actor: here.actor });
  staffId = await hire(testDesk, 'trainer', here);
  await testDesk.desk.db.update(staffLocations).set({ accountId }).where(eq(staffLocations.staffId, staffId));
  browser.claim = await claimOf(testDesk.desk, staffId);
});

const post = (at: number) => {
  const now = testDesk.clock.now;
  const change = {
    kind: 'create',
    changeId: testDesk.desk.newId(),
    locationId: here.location.id,
    staffId,
    accountId,
    what: { name: 'Check the back', type: 'GENERAL' },
    dueDate: '2026-11-26',
    at,
    sentAt: now,
    ageMs: now - at,
    byDesk: { at, isSure: true },
  };
  const headers = { origin: 'http://desk', host: 'desk', 'content-type': 'application/json' };
  return browserRequest('http://desk/', { method: 'POST', headers, body: JSON.stringify(change) }).then(POST);
};

test('a change from before the gym was retired is recorded when it arrives, and a later one is refused', async () => {
  const made = testDesk.clock.now;
  testDesk.clock.now += 60_000;
  await setRetired(testDesk.desk, { locationId: here.location.id, isRetired: true });
  testDesk.clock.now += 60_000;
  expect((await post(testDesk.clock.now - 30_000)).status).toBe(403);
  expect(await (await post(made)).json()).toEqual({ ok: true, value: { kind: 'recorded' } });
  const recorded = await testDesk.desk.db
    .select()
    .from(taskChanges)
    .where(eq(taskChanges.locationId, here.location.id));
  expect(recorded).toHaveLength(1);
});
