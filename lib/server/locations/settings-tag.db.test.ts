import { eq } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { answerOf } from '#lib/server/actions/served-reads.ts';
import { requireLocation } from '#lib/server/base/locations.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { startLiveEvents } from '#lib/server/live/live-listener.ts';
import { changeRetention } from '#lib/server/retention/change-retention.ts';
import { contextOf } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { SettingsTag } from '#lib/wire/settings-tag.ts';
import { until } from '#shared/testing/until.ts';
import { changeSettings } from './change-settings.ts';
import { setLocation } from './set-location.ts';
import { settingsTagOf } from './settings-tag.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const manager = () => contextOf(testDesk.desk, here.actor.staffId);
/** The answer to a window, which equals what a page opened now has. */
async function told(): Promise<SettingsTag> {
  const answer = await answerOf(await manager(), { name: 'settingsTag', input: {} });
  const location = await requireLocation(testDesk.desk.db, here.location.id);
  expect(answer).toEqual(settingsTagOf(testDesk.desk, location));
  return answer;
}
const keepsAll = { keepVisitsMonths: null, keepAuditLogMonths: null, keepWebhooksMonths: null };
const changes: [string, () => Promise<unknown>][] = [
  ['a setting', async () => changeSettings(await manager(), { base: { capacity: null }, settings: { capacity: 120 } })],
  [
    'a closing time',
    async () =>
      changeSettings(await manager(), { base: { closingTimes: {} }, settings: { closingTimes: { friday: '00:30' } } }),
  ],
  [
    'a retention period',
    async () => changeRetention(await manager(), { base: keepsAll, chosen: { ...keepsAll, keepVisitsMonths: 24 } }),
  ],
  [
    'the name, by the operator',
    () => setLocation(testDesk.desk, { locationId: here.location.id, change: { name: 'München Ost' }, by: null }),
  ],
];

test.each(changes)('%s changes the tag, and open windows are told to ask for it', async (_, change) => {
  const live = await startLiveEvents(testDesk.databaseUrl, testDesk.desk.log);
  onTestFinished(() => live.stop());
  const heard: string[] = [];
  live.subscribe(here.location.id, (event) => heard.push(event));
  const before = await told();
  await change();
  const after = await told();
  expect(after.version).toBe(before.version);
  expect(after.hash).not.toBe(before.hash);
  await until(() => expect(heard).toContain('settings'));
});

test('what pages are not rendered with leaves the tag, and a setting beyond its limits does not break it', async () => {
  const before = await told();
  const set = (values: Partial<typeof locations.$inferInsert>) =>
    testDesk.desk.db.update(locations).set(values).where(eq(locations.id, here.location.id));
  await set({ readerProfiles: [], setUpDoneAt: new Date(testDesk.clock.now), apiUrl: 'https://elsewhere.example' });
  expect(await told()).toEqual(before);
  await set({ capacity: 200_000 });
  expect(await told()).not.toEqual(before);
});
