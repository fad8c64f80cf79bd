import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { randomIds } from '#platform/dependencies.ts';
import { newFileName } from '#platform/services/exports/files/file-name.ts';
import type { FileStore } from '#platform/services/exports/files/file-store.ts';
import { listExports } from '#platform/services/exports/files/list.ts';
import { setSharing } from '#platform/services/sharing/set.ts';
import { askFile, fileOf, finished, record, statusOf } from '#platform/testing/export-files.ts';
import { exportFolder, exportRules } from '#platform/testing/export-rules.ts';
import { startTestJobs } from '#platform/testing/jobs.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { workoutOf } from '#platform/testing/training.ts';
import type { RunningJobs } from './start.ts';

const platform = startTestPlatform();
const { store } = exportRules;
const when = new Date('2026-11-03T09:00:00.000Z');

let running: RunningJobs[] = [];
afterEach(async () => {
  await Promise.all(running.map((jobs) => jobs.stop()));
  running = [];
  await platform.rows('DELETE FROM export_jobs');
  fs.rmSync(exportFolder, { recursive: true, force: true });
});
async function startWorkers(changes: Partial<FileStore> = {}): Promise<RunningJobs> {
  const jobs = await startTestJobs(platform, { store: { ...store, ...changes } });
  running.push(jobs);
  return jobs;
}

const stored = () => (fs.existsSync(exportFolder) ? fs.readdirSync(exportFolder) : []);
const rowOf = async (jobId: string) => {
  const [row] = await platform.rows<{
    status: string;
    failure: string | null;
    file_name: string | null;
    tries: string;
  }>('SELECT status, failure, file_name, tries FROM export_jobs WHERE job_id = $1', [jobId]);
  return row;
};
const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 20_000, interval: 20 });

/** A gym with one member who trained once, whose names nobody else has. */
async function gymWithCanary(options?: Parameters<typeof platform.newGym>[0]) {
  const gym = await platform.newGym(options);
  const canary = `canary-${gym.gymId}`;
  const accountId = await createMember(gym, { firstName: canary, email: `${canary}@example.org` });
  const stays = await createMember(gym);
  await record(platform, gym, [workoutOf(accountId, when), workoutOf(stays, when)]);
  return { gym, canary, accountId, stays };
}

const ways: [string, (gym: TestGym, accountId: string) => Promise<unknown>][] = [
  [
    'opts out',
    ({ gymId }, accountId) =>
      platform.operate((operator) => setSharing(operator, { gymId, accountId, sharesData: false })),
  ],
  [
    'is erased',
    (gym, accountId) =>
      gym.ask('eraseAccountMembershipData', { path: { accountId }, query: { eraseMemberData: true } }),
  ],
];

test.each(ways)('whoever %s is in no file from then on: what was made before is gone at once', async (_, leave) => {
  await startWorkers();
  const { gym, canary, accountId, stays } = await gymWithCanary();
  const sibling = await platform.newGym({ chainId: gym.chainId });
  const { gym: stranger } = await gymWithCanary();
  await record(platform, sibling, [workoutOf(accountId, when)]);
  const other = await platform.newGym({ chainId: gym.chainId });
  const jobIds = [await askFile(gym), await askFile(gym, { fileType: 'CSV' }), await askFile(sibling)];
  const paths = [];
  for (const [index, jobId] of jobIds.entries()) paths.push(await finished(platform, index < 2 ? gym : sibling, jobId));
  const kept = [
    await finished(platform, other, await askFile(other)),
    await finished(platform, stranger, await askFile(stranger)),
  ];
  expect(await (await platform.app.request(paths[0] ?? '')).text()).toContain(canary);

  await leave(gym, accountId);
  for (const link of paths) expect((await platform.app.request(link)).status).toBe(404);
  expect(await statusOf(gym, jobIds[0] ?? '')).toEqual({ status: 'EXPIRED' });
  for (const link of kept) expect((await platform.app.request(link)).status).toBe(200);
  await until(() => expect(stored()).toHaveLength(2));
  for (const name of stored()) expect(fs.readFileSync(path.join(exportFolder, name), 'utf8')).not.toContain(accountId);
  const anew = (await fileOf(platform, gym))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).externalAccountId);
  expect(anew).toEqual([stays]);
  expect(JSON.stringify(platform.logged)).not.toMatch(new RegExp(`${canary}|${accountId}`));
});

test('opting in again brings no file back and ends none', async () => {
  await startWorkers();
  const { gym, accountId } = await gymWithCanary();
  const { gymId } = gym;
  const share = (sharesData: boolean) =>
    platform.operate((operator) => setSharing(operator, { gymId, accountId, sharesData }));
  const before = await askFile(gym);
  await finished(platform, gym, before);
  await share(false);
  const without = await askFile(gym);
  await finished(platform, gym, without);
  await share(true);
  expect([await statusOf(gym, before), (await statusOf(gym, without)).status]).toEqual([{ status: 'EXPIRED' }, 'DONE']);
});

/** A store that holds every file back, already read from the database, until it is let go. */
function holdingStore() {
  const held: (() => void)[] = [];
  const write: FileStore['write'] = async (name, pieces) => {
    const read = await Array.fromAsync(pieces);
    await new Promise<void>((resolve) => held.push(resolve));
    await store.write(
      name,
      (async function* () {
        yield* read;
      })(),
    );
  };
  return { held, write };
}

test.each(ways)('whoever %s while a file is written is not in it', async (_, leave) => {
  const { held, write } = holdingStore();
  await startWorkers({ write });
  const { gym, canary, accountId } = await gymWithCanary();
  const jobId = await askFile(gym);
  await until(() => expect(held).toHaveLength(1));
  await leave(gym, accountId);
  held.shift()?.();
  await until(() => expect(held).toHaveLength(1));
  expect((await statusOf(gym, jobId)).status).toBe('IN_PROGRESS');
  held.shift()?.();
  const text = await (await platform.app.request(await finished(platform, gym, jobId))).text();
  expect(text).not.toContain(canary);
  expect(text.trimEnd().split('\n')).toHaveLength(1);
  expect(stored()).toHaveLength(1);
});

test('the file of that race would have held them, were it not taken back', async () => {
  const { held, write } = holdingStore();
  await startWorkers({ write });
  const { gym, canary, accountId } = await gymWithCanary();
  const jobId = await askFile(gym);
  await until(() => expect(held).toHaveLength(1));
  await platform.rows('UPDATE chain_profiles SET shares_data = false WHERE account_id = $1', [accountId]);
  held.shift()?.();
  expect(await (await platform.app.request(await finished(platform, gym, jobId))).text()).toContain(canary);
});

test('a file begun while somebody is being taken out waits until they are', async () => {
  await startWorkers();
  const { gym, canary, accountId } = await gymWithCanary();
  let jobId = '';
  await platform.operate(async (operator) => {
    await setSharing(operator, { gymId: gym.gymId, accountId, sharesData: false });
    jobId = await askFile(gym);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await rowOf(jobId)).toMatchObject({ status: 'IN_PROGRESS', file_name: null });
  });
  const text = await (await platform.app.request(await finished(platform, gym, jobId))).text();
  expect(text).not.toContain(canary);
});

test('a file whose worker was killed half-way is written whole by another one, and nothing is left of the half', async () => {
  const { gym, canary } = await gymWithCanary();
  const jobId = await askFile(gym);
  const script = path.join(import.meta.dirname, '..', 'testing', 'dying-export-worker.ts');
  const dying = fork(script, [platform.url, exportFolder]);
  await once(dying, 'message');
  dying.kill('SIGKILL');
  await once(dying, 'exit');
  expect(stored()).toEqual([expect.stringMatching(/\.part$/)]);
  expect(await statusOf(gym, jobId)).toEqual({ status: 'IN_PROGRESS' });

  await platform.rows("UPDATE pgboss.job SET heartbeat_on = now() - interval '31 seconds' WHERE name = 'export-files'");
  await startWorkers();
  await vi.waitFor(async () => expect((await rowOf(jobId))?.status).toBe('DONE'), { timeout: 50_000, interval: 100 });
  const text = await (await platform.app.request(await finished(platform, gym, jobId))).text();
  expect(
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).firstName),
  ).toContain(canary);
  expect(stored()).toEqual([(await rowOf(jobId))?.file_name]);
}, 60_000);

test('a worker that stops lets go of its file, and the try does not count', async () => {
  const held: (() => void)[] = [];
  const jobs = await startWorkers({
    write: (name, pieces) =>
      store.write(
        name,
        (async function* () {
          for await (const piece of pieces) {
            yield piece;
            await new Promise<void>((resolve) => held.push(resolve));
          }
        })(),
      ),
  });
  const { gym } = await gymWithCanary();
  const jobId = await askFile(gym, { fileType: 'JSON' });
  await until(() => expect(held).toHaveLength(1));
  const stopped = jobs.stop();
  running = [];
  await new Promise((resolve) => setTimeout(resolve, 100));
  held.shift()?.();
  await stopped;
  expect(await rowOf(jobId)).toMatchObject({ status: 'IN_PROGRESS', file_name: null, tries: '0' });
  expect(stored()).toEqual([]);
});

test('a full disk fails the job with a reason for the operator, and leaves nothing behind', async () => {
  await startWorkers({
    write: (name, pieces) =>
      store.write(
        name,
        (async function* () {
          yield* pieces;
          throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
        })(),
      ),
  });
  const { gym, canary } = await gymWithCanary();
  const jobId = await askFile(gym);
  await until(async () => expect((await rowOf(jobId))?.status).toBe('FAILED'));
  expect(await rowOf(jobId)).toMatchObject({ failure: expect.stringContaining('no space left'), file_name: null });
  expect(await statusOf(gym, jobId)).toEqual({ status: 'FAILED' });
  expect(stored()).toEqual([]);
  expect(JSON.stringify(platform.logged)).not.toContain(canary);
  expect(await platform.operate((operator) => listExports(operator, gym.gymId))).toMatchObject([
    { jobId, status: 'FAILED', failure: expect.stringContaining('no space left'), tries: 1 },
  ]);
});

test('two files of a gym are written at a time, by however many processes', async () => {
  const atATime = new Map<string, number>();
  let most = 0;
  const write: FileStore['write'] = async (name, pieces) => {
    const now = (atATime.get('gym') ?? 0) + 1;
    atATime.set('gym', now);
    most = Math.max(most, now);
    await new Promise((resolve) => setTimeout(resolve, 30));
    await store.write(name, pieces);
    atATime.set('gym', (atATime.get('gym') ?? 0) - 1);
  };
  const { gym } = await gymWithCanary();
  const jobIds = [];
  for (let count = 0; count < 12; count += 1) jobIds.push(await askFile(gym));
  await startWorkers({ write });
  await startWorkers({ write });
  for (const jobId of jobIds) await finished(platform, gym, jobId);
  expect(most).toBe(2);
});

test('10,000 files that one gym waits for do not keep another one waiting', async () => {
  const [{ gym: busy }, { gym: patient, canary }] = [await gymWithCanary(), await gymWithCanary()];
  await platform.rows(
    `INSERT INTO export_jobs (chain_id, gym_id, job_id, export_type, file_type, start_date, end_date, status, created_at)
     SELECT $1, $2, gen_random_uuid(), 'SMART_STRENGTH_WORKOUTS', 'CSV', '2026-11-01', '2026-11-30', 'IN_PROGRESS', $3
     FROM generate_series(1, 10000)`,
    [busy.chainId, busy.gymId, platform.time.now],
  );
  await startWorkers();
  await until(() => expect(stored().length).toBeGreaterThan(0));
  expect(await fileOf(platform, patient)).toContain(canary);
  const [counts] = await platform.rows<{ done: number; queued: number }>(
    `SELECT count(*) FILTER (WHERE status = 'DONE')::int AS done,
       count(*) FILTER (WHERE status = 'IN_PROGRESS' AND queued_at IS NOT NULL)::int AS queued
     FROM export_jobs WHERE gym_id = $1`,
    [busy.gymId],
  );
  expect(counts?.queued).toBeLessThanOrEqual(2);
  expect(counts?.done).toBeLessThan(1_000);
});

test('the store holds what jobs have, and jobs have what the store holds, also after a crash and a restore', async () => {
  fs.mkdirSync(exportFolder, { recursive: true });
  const left = newFileName({ jobId: '7e1c9f40-2b6d-4a85-9c3e-5f0a1b2c3d4e', fileType: 'CSV' }, randomIds);
  for (const name of [left, `${left}.part`, 'holiday.jpg', 'export_of_mine.csv'])
    fs.writeFileSync(path.join(exportFolder, name), 'x');
  const { gym } = await gymWithCanary();
  const first = await startWorkers();
  const [kept, lost] = [await askFile(gym), await askFile(gym)];
  for (const jobId of [kept, lost]) await finished(platform, gym, jobId);
  await first.stop();
  running = [];
  fs.rmSync(path.join(exportFolder, (await rowOf(lost))?.file_name ?? ''));

  await startWorkers();
  await until(async () => expect((await rowOf(lost))?.status).toBe('EXPIRED'));
  expect((await rowOf(kept))?.status).toBe('DONE');
  await until(async () =>
    expect(stored().toSorted()).toEqual(
      ['export_of_mine.csv', (await rowOf(kept))?.file_name, 'holiday.jpg'].toSorted(),
    ),
  );
});

test('a file that has had its time is deleted', async () => {
  const { gym } = await gymWithCanary();
  await startWorkers();
  const jobId = await askFile(gym);
  await finished(platform, gym, jobId);
  await platform.rows('UPDATE export_jobs SET expires_at = $2 WHERE job_id = $1', [jobId, platform.time.now]);
  await askFile(gym); // any word of a job has the workers look
  await until(async () => expect(await rowOf(jobId)).toMatchObject({ status: 'EXPIRED', file_name: null }));
});
