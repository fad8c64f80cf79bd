import { setTimeout as pause } from 'node:timers/promises';
import { asc, eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { createGymClients } from '#lib/server/composition/gym-clients.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { migrationRows, migrationRuns } from '#lib/server/db/schema/migration.ts';
import { startWorker } from '#lib/server/due/worker.ts';
import { createRateLimiter } from '#lib/server/gym-api/rate-limiter.ts';
import { startLiveEvents } from '#lib/server/live/live-listener.ts';
import { forgetMember } from '#lib/server/members/forget-member.ts';
import { type FakeMember, type FakeRequest, refuse } from '#lib/testing/fake-platform.ts';
import { holdAnswer, holdDeadlines } from '#lib/testing/hold-answer.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { MigrationChange } from '#lib/wire/migration.ts';
import { until } from '#shared/testing/until.ts';
import { changeMigration } from './change-migration.ts';
import { forgetOldMigrations } from './forget.ts';
import { migrateOne } from './migrate-one.ts';
import { readMigrations } from './read-migrations.ts';
import { startMigration } from './start-migration.ts';
import { migrationsDue, workMigrations } from './work.ts';

const testDesk = setUpTestDesk();
let desk: DeskContext;
let here: TestLocation;

beforeAll(() => {
  desk = testDesk.desk;
});
beforeEach(async () => {
  // runs that earlier tests left open must not be processed
  await desk.db.delete(migrationRuns);
  here = await testDesk.openLocation();
});

const isMigrate = ({ path }: FakeRequest) => path === '/api/v2/migrate';
const idOf = ({ query }: FakeRequest) => Number(query.get('legacyUserId'));
const asked = () => here.platform.requests.filter(isMigrate).map(idOf);

/** Members of the legacy interface with these ids. */
function inventLegacy(ids: readonly number[]): FakeMember[] {
  return ids.map((id) => {
    const member = inventMember();
    here.platform.legacyMembers.set(id, member);
    return member;
  });
}

async function start(text: string) {
  const outcome = await startMigration({ desk, actor: here.actor }, { file: Buffer.from(text) });
  if (outcome.kind !== 'started') throw new Error(`The run was not started: ${outcome.kind}.`);
  return outcome.runId;
}
const startWith = (ids: readonly number[]) => start(ids.join('\n'));
const change = (runId: string, wish: MigrationChange) =>
  changeMigration({ desk, actor: here.actor }, { runId, change: wish });
const rowsOf = (runId: string) =>
  desk.db.select().from(migrationRows).where(eq(migrationRows.runId, runId)).orderBy(asc(migrationRows.line));
const runOf = async (runId: string) => {
  const [run] = await desk.db.select().from(migrationRuns).where(eq(migrationRuns.id, runId));
  if (!run) throw new Error('The run is missing.');
  return run;
};
const mirrored = async () => {
  const rows = await desk.db.select().from(members).where(eq(members.locationId, here.location.id));
  return rows.map(({ accountId }) => accountId).toSorted();
};
/** Processes the run until it has the state, advancing the clock while it waits. */
async function workUntil(state: string, runId: string, by = desk) {
  for (let rounds = 0; rounds < 60; rounds += 1) {
    await workMigrations(by);
    if ((await runOf(runId)).state === state) return;
    testDesk.clock.now += 5_000;
  }
  throw new Error(`The run is ${(await runOf(runId)).state}.`);
}
const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('a list of user ids', () => {
  test('is migrated row by row, and its members are in the directory at once', async () => {
    const legacy = inventLegacy([17, 23]);
    const runId = await start('userId\n17\n23\n17\n404\nnobody\n');
    await workUntil('finished', runId);
    expect(await rowsOf(runId)).toMatchObject([
      { line: 2, state: 'migrated', accountId: legacy[0]?.account.accountId, attempts: 1 },
      { line: 3, state: 'migrated', accountId: legacy[1]?.account.accountId },
      { line: 4, state: 'repeated', firstLine: 2, accountId: null },
      { line: 5, state: 'notFound', problem: 'account' },
      { line: 6, state: 'invalid', problem: 'notAnId', legacyUserId: null },
    ]);
    expect(await mirrored()).toEqual(legacy.map(({ account }) => account.accountId).toSorted());
    expect(asked().toSorted((a, b) => a - b)).toEqual([17, 23, 404]);
    const { runs } = await readMigrations({ desk, actor: here.actor });
    expect(runs).toMatchObject([{ id: runId, state: 'finished', startedBy: 'Mira Sommer', perSecond: null }]);
    expect(runs[0]?.counts).toEqual({
      waiting: 0,
      migrated: 2,
      alreadyThere: 0,
      notFound: 1,
      refused: 0,
      invalid: 1,
      repeated: 1,
    });
  });

  test('is idempotent: a second upload finds all members already there', async () => {
    const legacy = inventLegacy([17, 23]);
    await workUntil('finished', await startWith([17, 23]));
    const again = await startWith([17, 23]);
    await workUntil('finished', again);
    expect(await rowsOf(again)).toMatchObject([
      { state: 'alreadyThere', accountId: legacy[0]?.account.accountId },
      { state: 'alreadyThere', accountId: legacy[1]?.account.accountId },
    ]);
    expect(here.platform.members).toHaveLength(2);
  });

  test('stores why a row was refused, and continues with the others', async () => {
    inventLegacy([1, 2, 3, 4]);
    here.platform.fault = (request) => {
      if (!isMigrate(request)) return null;
      if (idOf(request) === 1) return refuse('invalidArguments');
      if (idOf(request) === 2) return refuse('notFound', { entity: 'MEMBERSHIP' });
      return idOf(request) === 3 ? refuse('generalConflict') : null;
    };
    const runId = await startWith([1, 2, 3, 4]);
    await workUntil('finished', runId);
    expect(await rowsOf(runId)).toMatchObject([
      { state: 'refused', problem: 'invalidArguments' },
      { state: 'notFound', problem: 'membership' },
      { state: 'refused', problem: 'generalConflict' },
      { state: 'migrated' },
    ]);
  });

  test('cannot be started while another run of its location is open', async () => {
    inventLegacy([17]);
    const runId = await startWith([17]);
    const actor = { location: here.location, staffId: null };
    const startTwice = () =>
      Promise.all([1, 2].map(() => startMigration({ desk: testDesk.another(), actor }, { file: Buffer.from('23') })));
    expect(await startTwice()).toEqual([{ kind: 'underWay' }, { kind: 'underWay' }]);
    await change(runId, 'cancel');
    const both = await startTwice();
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['started', 'underWay']);
  });

  test('without a valid id is refused with its invalid rows', async () => {
    const file = Buffer.from('userId\n1.5E+3\n');
    expect(await startMigration({ desk, actor: here.actor }, { file })).toEqual({
      kind: 'refused',
      because: 'noIds',
      firstBad: [{ line: 2, problem: 'shortened' }],
    });
    expect(await desk.db.$count(migrationRuns)).toBe(0);
  });

  test('of a retired location is not processed', async () => {
    inventLegacy([17]);
    const runId = await startWith([17]);
    await here.retire();
    await workMigrations(desk);
    expect(asked()).toEqual([]);
    expect(await runOf(runId)).toMatchObject({ state: 'running' });
  });

  test('is in the audit log with the staff member and without ids of members', async () => {
    inventLegacy([17]);
    const runId = await startWith([17]);
    await change(runId, 'pause');
    await change(runId, 'resume');
    await change(runId, 'cancel');
    const logged = await desk.db.select().from(auditLog).where(eq(auditLog.locationId, here.location.id));
    const actions = ['startMigration', 'pauseMigration', 'resumeMigration', 'cancelMigration'];
    expect(logged.map(({ action }) => action).toSorted()).toEqual(actions.toSorted());
    for (const { staffId, accountId } of logged) expect([staffId, accountId]).toEqual([here.actor.staffId, null]);
  });
});

describe('two desks on one database', () => {
  const raceFor = async (aheadMs: number, answer: () => Promise<void>, onTogether = () => {}) => {
    const ids = range(30);
    inventLegacy(ids);
    const underWay = new Set<number>();
    let together = 0;
    here.platform.fault = (request) => {
      if (!isMigrate(request)) return null;
      const id = idOf(request);
      if (underWay.has(id)) {
        together += 1;
        onTogether();
      }
      underWay.add(id);
      const after = answer().then(() => underWay.delete(id));
      return { status: 200, body: here.platform.legacyMembers.get(id)?.account, after };
    };
    const other: DeskContext = { ...testDesk.another(), clock: () => testDesk.clock.now + aheadMs };
    const runId = await startWith(ids);
    const turn = workMigrations(desk);
    // a desk whose clock is ahead would take a lease that this one waits for
    if (aheadMs > 0) await until(() => expect(asked()).not.toEqual([]));
    await Promise.all([turn, workMigrations(other)]);
    await workUntil('finished', runId);
    return together;
  };

  test('never send the same row concurrently, and send each row once', async () => {
    expect(await raceFor(0, () => pause(300))).toBe(0);
    expect(asked().toSorted((a, b) => a - b)).toEqual(range(30));
  });

  test('control: where the lease has expired by the clock of the other, both send the same rows', async () => {
    const held = holdAnswer();
    expect(await raceFor(3_600_000, () => held.promise, held.release)).toBeGreaterThan(0);
  });

  test('after a desk died during its turn, another continues the run once the lease has expired', async () => {
    inventLegacy([17, 23]);
    const runId = await startWith([17, 23]);
    here.platform.fault = (request) => (isMigrate(request) ? 'silence' : null);
    const stopping = new AbortController();
    const dying: DeskContext = {
      ...testDesk.another(),
      live: { subscribe: () => () => {}, stopping: stopping.signal },
    };
    const turn = workMigrations(dying);
    await until(() => expect(asked()).toHaveLength(2));
    stopping.abort();
    await turn;
    here.platform.fault = () => null;
    await workMigrations(desk);
    expect(asked()).toHaveLength(2);
    testDesk.clock.now += 20_000;
    await workUntil('finished', runId);
    expect(await rowsOf(runId)).toMatchObject([
      { state: 'migrated', attempts: 2 },
      { state: 'migrated', attempts: 2 },
    ]);
  });
});

describe('a staff member', () => {
  test('starts and resumes a run at once, without waiting for a poll of the worker', async () => {
    const live = await startLiveEvents(testDesk.databaseUrl, desk.log);
    const due = [{ ...migrationsDue(desk), lookEveryMs: 3_600_000 }];
    const stop = startWorker(desk, { due, subscribeDue: live.subscribeDue });
    onTestFinished(async () => {
      await stop();
      await live.stop();
    });
    const ids = range(13);
    inventLegacy(ids);
    const runId = await startWith(ids);
    let paused: Promise<null> | undefined;
    here.platform.fault = async (request) => {
      if (!isMigrate(request)) return null;
      paused ??= change(runId, 'pause');
      await paused;
      return null;
    };
    await until(async () => expect(await runOf(runId)).toMatchObject({ state: 'paused', leaseId: null }));
    await change(runId, 'resume');
    await until(async () => expect(await runOf(runId)).toMatchObject({ state: 'finished' }));
    expect(asked().toSorted((one, other) => one - other)).toEqual(ids);
  });

  test('pauses and resumes a run: nothing is sent in between', async () => {
    const ids = range(30);
    inventLegacy(ids);
    const runId = await startWith(ids);
    here.platform.fault = async (request) => {
      if (isMigrate(request) && asked().length === 12) await change(runId, 'pause');
      return null;
    };
    await workMigrations(desk);
    const sent = asked().length;
    expect(sent).toBeLessThan(30);
    expect(await runOf(runId)).toMatchObject({ state: 'paused', pausedBecause: 'staff' });
    await workMigrations(desk);
    expect(asked()).toHaveLength(sent);
    here.platform.fault = () => null;
    await change(runId, 'resume');
    await workUntil('finished', runId);
    expect(asked().toSorted((a, b) => a - b)).toEqual(ids);
  });

  test('cancels a run: rows not sent yet never are, and it cannot be resumed', async () => {
    inventLegacy([17]);
    const runId = await startWith([17]);
    await change(runId, 'cancel');
    await workMigrations(desk);
    expect(asked()).toEqual([]);
    await expect(change(runId, 'resume')).rejects.toMatchObject({ code: 'conflict' });
    const elsewhere = await testDesk.openLocation();
    const foreign = { desk, actor: elsewhere.actor };
    await expect(changeMigration(foreign, { runId, change: 'resume' })).rejects.toMatchObject({
      code: 'notFound',
    });
  });

  test('does not wait for a run: interactive requests go before those of the background', async () => {
    const ids = range(64);
    inventLegacy([...ids, 500]);
    const runId = await startWith(ids);
    holdDeadlines();
    let now = 0;
    const rateLimiter = createRateLimiter({ now: () => now });
    const limited = { ...desk, gymClientOf: createGymClients(desk, { rateLimiter }) };
    const working = workMigrations(limited);
    // from here on the run waits for the rate limit, which stands still
    await until(() => expect(asked()).toHaveLength(50));
    const one = await migrateOne({ desk: limited, actor: here.actor }, { legacyUserId: 500 });
    expect(one).toMatchObject({ kind: 'migrated' });
    const waiting = (await rowsOf(runId)).filter(({ state }) => state === 'waiting');
    expect(waiting.length).toBeGreaterThan(0);
    now = 60_000;
    await working;
  });

  test('migrates a single member interactively and idempotently', async () => {
    const [lena] = inventLegacy([17]);
    const { accountId } = lena?.account ?? {};
    const one = await migrateOne({ desk, actor: here.actor }, { legacyUserId: 17 });
    expect(one).toMatchObject({ kind: 'migrated', accountId });
    expect(await mirrored()).toEqual([accountId]);
    expect(await migrateOne({ desk, actor: here.actor }, { legacyUserId: 17 })).toMatchObject({
      kind: 'alreadyThere',
      accountId,
    });
    expect(await migrateOne({ desk, actor: here.actor }, { legacyUserId: 18 })).toEqual({
      kind: 'notFound',
      because: 'account',
    });
    here.platform.fault = () => refuse('missingPermission');
    expect(await migrateOne({ desk, actor: here.actor }, { legacyUserId: 17 })).toEqual({ kind: 'notPermitted' });
    here.platform.fault = () => ({ status: 500, body: {} });
    await expect(migrateOne({ desk, actor: here.actor }, { legacyUserId: 17 })).rejects.toMatchObject({
      code: 'platformUnavailable',
    });
  });
});

describe('a key', () => {
  test('that lacks the permission pauses the run, and no row is refused', async () => {
    const ids = range(20);
    inventLegacy(ids);
    const runId = await startWith(ids);
    here.platform.fault = (request) => (isMigrate(request) && idOf(request) > 5 ? refuse('missingPermission') : null);
    await workMigrations(desk);
    expect(await runOf(runId)).toMatchObject({ state: 'paused', pausedBecause: 'permissionMissing' });
    expect((await rowsOf(runId)).filter(({ state }) => state === 'refused')).toEqual([]);
    here.platform.fault = () => null;
    await change(runId, 'resume');
    await workUntil('finished', runId);
    expect((await rowsOf(runId)).every(({ state }) => state === 'migrated')).toBe(true);
  });

  test('for which every row is forbidden pauses the run too; a single forbidden row does not', async () => {
    const ids = range(20);
    inventLegacy(ids);
    let isAll = true;
    here.platform.fault = (request) =>
      isMigrate(request) && (isAll || idOf(request) === 3) ? refuse('forbiddenAction') : null;
    const runId = await startWith(ids);
    await workMigrations(desk);
    expect(await runOf(runId)).toMatchObject({ state: 'paused', pausedBecause: 'forbidden' });
    isAll = false;
    await change(runId, 'resume');
    await workUntil('finished', runId);
    const rows = await rowsOf(runId);
    expect(rows.filter(({ state }) => state === 'refused')).toMatchObject([{ line: 3, problem: 'forbiddenAction' }]);
  });
});

test('a list of rows that are all forbidden ends once somebody has resumed it, and only rows asked twice are refused', async () => {
  const ids = range(20);
  inventLegacy(ids);
  here.platform.fault = (request) => (isMigrate(request) ? refuse('forbiddenAction') : null);
  const runId = await startWith(ids);
  const refused = async () => (await rowsOf(runId)).filter(({ state }) => state === 'refused').length;
  await workUntil('paused', runId);
  expect(await refused()).toBe(0);
  await change(runId, 'resume');
  await workUntil('paused', runId);
  expect(await refused()).toBe(12);
  await change(runId, 'resume');
  await workUntil('finished', runId);
  expect(await refused()).toBe(20);
  expect(asked()).toHaveLength(40);
});

describe('no row is lost, and no member counted twice', () => {
  const faults: [string, (attempt: number, request: FakeRequest) => ReturnType<TestLocation['platform']['fault']>][] = [
    ['rate limiting', () => refuse('tooManyRequests')],
    ['server errors', () => ({ status: 500, body: {} })],
    ['answers of a gateway', () => ({ status: 404, body: '<p>no such page</p>' })],
    ['connection resets', () => 'reset'],
  ];

  const failing = async (ids: number[], fails: (attempt: number, request: FakeRequest) => unknown) => {
    inventLegacy(ids);
    const attempts = new Map<number, number>();
    const fault = (request: FakeRequest) => {
      if (!isMigrate(request)) return null;
      const attempt = (attempts.get(idOf(request)) ?? 0) + 1;
      attempts.set(idOf(request), attempt);
      return attempt <= 1 + (idOf(request) % 2)
        ? (fails(attempt, request) as ReturnType<TestLocation['platform']['fault']>) // safe because: the tests pass faults only
        : null;
    };
    const runId = await startWith(ids);
    return { runId, fault };
  };

  test.each(faults)('after %s of the first attempts', async (_, fails) => {
    const ids = range(8);
    const { runId, fault } = await failing(ids, fails);
    here.platform.fault = fault;
    await workUntil('finished', runId);
    expect((await rowsOf(runId)).map(({ state }) => state)).toEqual(ids.map(() => 'migrated'));
    expect(here.platform.members).toHaveLength(ids.length);
  });

  test('after answers lost on the way from a platform that had migrated the member', async () => {
    const ids = range(8);
    const { runId, fault } = await failing(ids, () => 'reset');
    here.platform.loss = fault as TestLocation['platform']['loss']; // safe because: this one answers at once
    await workUntil('finished', runId);
    // the accounts are known by then, but only because of this run
    expect((await rowsOf(runId)).map(({ state }) => state)).toEqual(ids.map(() => 'migrated'));
    expect(here.platform.members).toHaveLength(ids.length);
  });

  test('control: where a row counts as done once it is sent, failed requests are lost', async () => {
    await desk.db.execute(
      `create function count_too_early() returns trigger language plpgsql as
         'begin if new.attempts > old.attempts then new.state := ''migrated''; end if; return new; end'`,
    );
    await desk.db.execute(
      `create trigger early before update on migration_rows for each row execute function count_too_early()`,
    );
    const ids = range(8);
    const { runId, fault } = await failing(ids, () => 'reset');
    here.platform.fault = fault;
    await workUntil('finished', runId);
    await desk.db.execute('drop trigger early on migration_rows');
    expect(here.platform.members.length).toBeLessThan(ids.length);
  });

  test('while the platform is unreachable: the run waits, shows why, and continues without intervention', async () => {
    inventLegacy([17]);
    const runId = await startWith([17]);
    await here.platform.stop();
    await workMigrations(desk);
    expect(await runOf(runId)).toMatchObject({ state: 'running', waitsFor: 'unreachable', failures: 1 });
    expect(await rowsOf(runId)).toMatchObject([{ state: 'waiting', failures: 0 }]);
    await here.platform.start();
    await workUntil('finished', runId);
    expect(await runOf(runId)).toMatchObject({ waitsFor: null });
    expect(await rowsOf(runId)).toMatchObject([{ state: 'migrated' }]);
  });

  test('where the platform fails to migrate for ten minutes, and answers everything else', async () => {
    const ids = range(3);
    inventLegacy(ids);
    here.platform.fault = (request) => (isMigrate(request) ? { status: 500, body: {} } : null);
    const runId = await startWith(ids);
    const endsAt = testDesk.clock.now + 600_000;
    while (testDesk.clock.now < endsAt) {
      await workMigrations(desk);
      testDesk.clock.now += 20_000;
    }
    here.platform.fault = () => null;
    await workUntil('finished', runId);
    expect((await rowsOf(runId)).map(({ state }) => state)).toEqual(ids.map(() => 'migrated'));
  });

  test('where the platform fails for one id every time: that row is given up, and the others are migrated', async () => {
    inventLegacy([1, 2, 3]);
    here.platform.fault = (request) => (isMigrate(request) && idOf(request) === 2 ? { status: 500, body: {} } : null);
    const runId = await startWith([1, 2, 3]);
    for (let rounds = 0; rounds < 20 && (await runOf(runId)).state === 'running'; rounds += 1) {
      await workMigrations(desk);
      testDesk.clock.now += 300_000;
    }
    expect(await rowsOf(runId)).toMatchObject([
      { state: 'migrated' },
      { state: 'refused', problem: 'platformFails', failures: 10 },
      { state: 'migrated' },
    ]);
  });

  test('where an answer does not say which account it is', async () => {
    inventLegacy([17]);
    here.platform.fault = (request) => (isMigrate(request) ? { status: 200, body: { welcome: true } } : null);
    const runId = await startWith([17]);
    await workUntil('finished', runId);
    expect(await rowsOf(runId)).toMatchObject([{ state: 'migrated', accountId: null }]);
    expect(await migrateOne({ desk, actor: here.actor }, { legacyUserId: 17 })).toEqual({ kind: 'unnamed' });
  });
});

describe('an erased member', () => {
  const forget = (accountId: string) =>
    desk.db.transaction((tx) => forgetMember(tx, desk, { locationId: here.location.id, accountId }));

  test('is removed from the rows of all runs, and their waiting rows are not sent', async () => {
    const [lena] = inventLegacy([17, 23]);
    const done = await startWith([17, 23]);
    await workUntil('finished', done);
    const waiting = await startWith([23, 17]);
    await forget(lena?.account.accountId ?? '');
    here.platform.requests.length = 0;
    await workUntil('finished', waiting);
    expect(asked()).toEqual([23]);
    expect(await rowsOf(done)).toMatchObject([
      { state: 'migrated', legacyUserId: null, accountId: null, problem: 'erased' },
      { state: 'migrated', legacyUserId: 23, problem: null },
    ]);
    expect(await rowsOf(waiting)).toMatchObject([
      { state: 'alreadyThere' },
      { state: 'notFound', legacyUserId: null, accountId: null, problem: 'erased' },
    ]);
  });

  test('is not stored where the erasure comes while the answer is in flight', async () => {
    const [lena] = inventLegacy([17]);
    const runId = await startWith([17]);
    const held = holdAnswer();
    here.platform.fault = (request) =>
      isMigrate(request) ? { status: 200, body: lena?.account, after: held.promise } : null;
    const working = workMigrations(desk);
    await until(() => expect(asked()).toEqual([17]));
    await forget(lena?.account.accountId ?? '');
    held.release();
    await working;
    expect(await mirrored()).toEqual([]);
    expect(await rowsOf(runId)).toMatchObject([{ state: 'migrated', legacyUserId: null, accountId: null }]);
  });
});

test('runs that ended more than 90 days ago are deleted with their rows', async () => {
  inventLegacy([17]);
  const runId = await startWith([17]);
  await workUntil('finished', runId);
  await forgetOldMigrations(desk.db, testDesk.clock.now + 89 * 24 * 3_600_000);
  expect(await rowsOf(runId)).toHaveLength(1);
  await forgetOldMigrations(desk.db, testDesk.clock.now + 91 * 24 * 3_600_000);
  expect(await rowsOf(runId)).toHaveLength(0);
  expect(await desk.db.execute(sql`select from migration_runs where id = ${runId}`)).toMatchObject({ rowCount: 0 });
});
