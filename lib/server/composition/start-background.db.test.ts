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

async function findRound(name: string) {
  vi.mocked(runEvery).mockClear();
  const end = await startBackground({ desk: testDesk.desk, background: testDesk.desk });
  await end();
  const [, round] = vi.mocked(runEvery).mock.calls.find(([, repeated]) => repeated.name === name) ?? [];
  if (!round) throw new Error(`Nothing is called “${name}”.`);
  return round;
}

test('rows past a location’s retention period are deleted by the background worker within an hour', async () => {
  const here = await testDesk.openLocation();
  const { db } = testDesk.desk;
  const isHere = eq(visits.locationId, here.location.id);
  const at = new Date(testDesk.clock.now - 62 * 24 * 3_600_000);
  const times = { tappedAt: at, recordedAt: at, undoUntil: at, nextAttemptAt: at };
  const row = { locationId: here.location.id, tapId: randomUUID(), accountId: 'account', ...times };
  await db.insert(visits).values({ ...row, kind: 'checkIn', state: 'sent' });
  await db.update(locations).set({ keepVisitsMonths: 1 }).where(eq(locations.id, here.location.id));

  const { everyMs, run } = await findRound('deleting old records');
  expect(everyMs).toBeLessThanOrEqual(3_600_000);
  await run();
  expect(await db.$count(visits, isHere)).toBe(0);
});

test.each([
  ['closing time', 60_000],
  ['forgetting old lists of migrations', 24 * 3_600_000],
  ['forgetting old failures to sign in', 24 * 3_600_000],
])('%s runs at least as often as the screens promise', async (name, longestMs) => {
  const { everyMs, run } = await findRound(name);
  expect(everyMs).toBeLessThanOrEqual(longestMs);
  await run();
});
