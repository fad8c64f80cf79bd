import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { runEvery } from '#lib/server/base/run-every.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { startBackground } from './start-background.ts';

vi.mock('#lib/server/base/run-every.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  runEvery: vi.fn(() => async () => {}),
}));

const testDesk = setUpTestDesk();

async function roundOf(name: string) {
  vi.mocked(runEvery).mockClear();
  const end = await startBackground({ desk: testDesk.desk, background: testDesk.desk });
  await end();
  const [, everyMs, work] = vi.mocked(runEvery).mock.calls.find(([what]) => what === name) ?? [];
  if (!everyMs || !work) throw new Error(`Nothing is called “${name}”.`);
  return { everyMs, work };
}

test('what is older than a location keeps it is gone within an hour, without anybody asking', async () => {
  const here = await testDesk.openLocation();
  const { db } = testDesk.desk;
  const isHere = eq(visits.locationId, here.location.id);
  const at = new Date(testDesk.clock.now - 62 * 24 * 3_600_000);
  const times = { tappedAt: at, recordedAt: at, undoUntil: at, nextAttemptAt: at };
  const row = { locationId: here.location.id, tapId: randomUUID(), accountId: 'account', ...times };
  await db.insert(visits).values({ ...row, kind: 'checkIn', state: 'sent' });
  await db.update(locations).set({ keepVisitsMonths: 1 }).where(eq(locations.id, here.location.id));

  const { everyMs, work } = await roundOf('deleting old records');
  expect(everyMs).toBeLessThanOrEqual(3_600_000);
  await work();
  expect(await db.$count(visits, isHere)).toBe(0);
});

test.each([
  ['closing time', 60_000],
  ['forgetting old lists of migrations', 24 * 3_600_000],
  ['forgetting old failures to sign in', 24 * 3_600_000],
])('%s comes often enough for what the screens say', async (name, longestMs) => {
  const { everyMs, work } = await roundOf(name);
  expect(everyMs).toBeLessThanOrEqual(longestMs);
  await work();
});
