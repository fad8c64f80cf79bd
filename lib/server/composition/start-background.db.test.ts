import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import * as repeating from '#lib/server/base/run-every.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { locationWork } from '#lib/server/db/schema/location-work.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { markAbsentByName } from '#lib/server/directory/absent.ts';
import { upsertMembers } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { startBackground } from './start-background.ts';

const runEvery = vi.spyOn(repeating, 'runEvery').mockReturnValue(async () => {});
afterAll(() => runEvery.mockRestore());

const testDesk = setUpTestDesk();

/** Starts the worker with timers that never fire. @returns what it repeats */
async function startRounds() {
  runEvery.mockClear();
  const end = await startBackground({ desk: testDesk.desk, background: testDesk.desk });
  onTestFinished(end);
  return runEvery.mock.calls.map(([, round]) => round);
}

async function findRound(name: string) {
  const round = (await startRounds()).find((repeated) => repeated.name === name);
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

test('members who are still in are checked out within a minute after closing time', async () => {
  testDesk.clock.now = Date.parse('2026-11-21T21:30:00Z');
  const here = await testDesk.openLocation({ closingTimes: { saturday: '23:00' } });
  const lena = inventMember();
  here.platform.members.push(lena);
  await lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value: lena.card });
  await here.pass(30 * 60_000);

  const { everyMs, run } = await findRound('closing time');
  expect(everyMs).toBeLessThanOrEqual(60_000);
  await run();
  const checkOuts = (await here.ledger()).filter(({ kind }) => kind === 'checkOut');
  expect(checkOuts).toMatchObject([{ accountId: lena.account.accountId, isAutomatic: true }]);
});

const findClaiming = async () => (await startRounds()).filter(({ name }) => name.startsWith('claiming '));

test('the worker does every kind of work that a location may have', async () => {
  const kinds = (await findClaiming()).flatMap(({ name }) => name.replace('claiming ', '').split(', '));
  expect(kinds).toEqual(expect.arrayContaining(locationWork.kind.enumValues));
});

test('the worker asks for an absent member, whose data is deleted if the platform does not know them', async () => {
  const here = await testDesk.openLocation();
  const { db } = testDesk.desk;
  const [gone, witness] = [inventMember(), inventMember()];
  here.platform.members.push(witness);
  const key = { locationId: here.location.id };
  const askedAt = new Date(testDesk.clock.now);
  await upsertMembers(db, { ...key, members: [gone, witness].map(({ account }) => memberOf(account)), askedAt });
  await markAbsentByName(db, { ...key, accountId: gone.account.accountId, askedAt });

  const rounds = await startRounds();
  await rounds.find(({ name }) => name === 'updating which work locations have')?.run();
  await rounds.find(({ name }) => name.includes('askAbsent'))?.run();
  const isGone = and(eq(members.locationId, key.locationId), eq(members.accountId, gone.account.accountId));
  await until(async () => expect(await db.$count(members, isGone)).toBe(0));
});

test.each([
  ['forgetting old lists of migrations', 24 * 3_600_000],
  ['forgetting old failures to sign in', 24 * 3_600_000],
])('%s runs at least as often as the screens promise', async (name, longestMs) => {
  const { everyMs, run } = await findRound(name);
  expect(everyMs).toBeLessThanOrEqual(longestMs);
  await run();
});
