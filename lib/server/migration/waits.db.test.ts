import { asc, eq, sql } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { migrationRows, migrationRuns } from '#lib/server/db/schema/migration.ts';
import { startWorker } from '#lib/server/due/worker.ts';
import { startLiveEvents } from '#lib/server/live/live-listener.ts';
import { type FakeRequest, type Reply, refuse } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { startMigration } from './start-migration.ts';
import { migrationsDue, workMigrations } from './work.ts';

const testDesk = setUpTestDesk();

// runs that earlier tests left open must not be processed
beforeEach(() => testDesk.desk.db.delete(migrationRuns));

const isMigrate = ({ path }: FakeRequest) => path === '/api/v2/migrate';
const asked = ({ platform }: TestLocation) => platform.requests.filter(isMigrate).length;

/** Starts a run of twelve members, a batch. */
async function startTwelve({ platform, actor }: TestLocation) {
  const ids = Array.from({ length: 12 }, (_, index) => index + 1);
  for (const id of ids) platform.legacyMembers.set(id, inventMember());
  const outcome = await startMigration({ desk: testDesk.desk, actor }, { file: Buffer.from(ids.join('\n')) });
  if (outcome.kind !== 'started') throw new Error(`The run was not started: ${outcome.kind}.`);
  const { runId } = outcome;
  const { db } = testDesk.desk;
  return {
    readRun: async () => (await db.select().from(migrationRuns).where(eq(migrationRuns.id, runId)))[0],
    readRows: () =>
      db.select().from(migrationRows).where(eq(migrationRows.runId, runId)).orderBy(asc(migrationRows.line)),
  };
}

test('while a gateway asks to wait, a run has a turn every five seconds, sends nothing, and counts no attempt', async () => {
  const here = await testDesk.openLocation();
  const { readRun, readRows } = await startTwelve(here);
  const gateway: Reply = { status: 429, body: { errorCode: 'tooManyRequests' }, headers: { 'retry-after': '60' } };
  here.platform.fault = (request) => (isMigrate(request) ? gateway : null);
  here.platform.tellsLimit = false;
  const begunAt = testDesk.clock.now;
  await workMigrations(testDesk.desk);
  const sent = asked(here);
  for (let turns = 1; turns < 4; turns += 1) {
    testDesk.clock.now += 5_000;
    await workMigrations(testDesk.desk);
    expect(await readRun()).toMatchObject({ state: 'running', waitsFor: 'busy', leaseId: null });
    expect((await readRun())?.nextAttemptAt.getTime()).toBe(begunAt + turns * 5_000 + 5_000);
  }
  expect(asked(here)).toBe(sent);
  expect(new Set((await readRows()).map(({ attempts }) => attempts))).toEqual(new Set([0]));
});

test('members who were there before are told from migrated ones, also after refusals that did nothing', async () => {
  const here = await testDesk.openLocation();
  const before = await startTwelve(here);
  await workMigrations(testDesk.desk);
  expect(new Set((await before.readRows()).map(({ state }) => state))).toEqual(new Set(['migrated']));
  const outcome = await startMigration({ desk: testDesk.desk, actor: here.actor }, { file: Buffer.from('1\n2') });
  if (outcome.kind !== 'started') throw new Error(`The run was not started: ${outcome.kind}.`);
  const readStates = async () => {
    const rows = await testDesk.desk.db.select().from(migrationRows).where(eq(migrationRows.runId, outcome.runId));
    return rows.map(({ state, attempts }) => ({ state, attempts }));
  };
  here.platform.fault = (request) => (isMigrate(request) ? refuse('tooManyRequests') : null);
  await workMigrations(testDesk.desk);
  expect(await readStates()).toEqual([1, 2].map(() => ({ state: 'waiting', attempts: 0 })));
  here.platform.fault = () => null;
  testDesk.clock.now += 5_000;
  await workMigrations(testDesk.desk);
  expect(await readStates()).toEqual([1, 2].map(() => ({ state: 'alreadyThere', attempts: 1 })));
});

test('a turn that throws is left to the next poll: it wakes no process', async () => {
  const { desk } = testDesk;
  const [broken, fine] = [await testDesk.openLocation(), await testDesk.openLocation()];
  await desk.db.execute(
    `create function refuse_members() returns trigger language plpgsql as $$
     begin if new.location_id = '${broken.location.id}' then raise 'refused'; end if; return new; end $$`,
  );
  await desk.db.execute(
    'create trigger refuses before insert on members for each row execute function refuse_members()',
  );
  const live = await startLiveEvents(testDesk.databaseUrl, desk.log);
  const due = [{ ...migrationsDue(desk), lookEveryMs: 3_600_000 }];
  const stop = startWorker(desk, { due, subscribeDue: live.subscribeDue });
  onTestFinished(async () => {
    await stop();
    await live.stop();
    await desk.db.execute(sql`drop trigger refuses on members`);
  });
  const { readRun } = await startTwelve(broken);
  await until(async () => {
    expect(asked(broken)).toBe(12);
    expect(await readRun()).toMatchObject({ state: 'running', leaseId: null });
  });
  // its notices come after those of the other
  const { readRun: readOther } = await startTwelve(fine);
  await until(async () => expect(await readOther()).toMatchObject({ state: 'finished' }));
  expect(asked(broken)).toBe(12);
});
