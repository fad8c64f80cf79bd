import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { randomIds } from '#platform/base/clock-and-ids.ts';
import { type OperatorDatabase, openOperatorDatabase } from '#platform/db/client.ts';
import type { FileStore } from '#platform/services/exports/file-store.ts';
import { beginFile } from '#platform/services/exports/files/begin-file.ts';
import { newFileName } from '#platform/services/exports/files/file-name.ts';
import { listExports } from '#platform/services/exports/files/list.ts';
import { setSharing } from '#platform/services/sharing/set.ts';
import { during, untilLocked } from '#platform/testing/collide.ts';
import { askFile, fileOf, finished, record, statusOf } from '#platform/testing/export-files.ts';
import { exportFolder, exportRules } from '#platform/testing/export-rules.ts';
import { exportWorkersOf, storedFiles, trainedAt } from '#platform/testing/export-workers.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { workoutOf } from '#platform/testing/training.ts';
import { until } from '#shared/testing/until.ts';

const platform = startTestPlatform();
const { store } = exportRules;
const { startWorkers, gymWithCanary, rowOf } = exportWorkersOf(platform);

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

test.each(ways)('a member who %s is in no file from then on: existing files are removed at once', async (_, leave) => {
  await startWorkers();
  const { gym, canary, accountId, stays } = await gymWithCanary();
  const sibling = await platform.newGym({ chainId: gym.chainId });
  const { gym: stranger } = await gymWithCanary();
  await record(platform, sibling, [workoutOf(accountId, trainedAt)]);
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
  await until(() => expect(storedFiles()).toHaveLength(2));
  for (const name of storedFiles())
    expect(fs.readFileSync(path.join(exportFolder, name), 'utf8')).not.toContain(accountId);
  const anew = (await fileOf(platform, gym))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).externalAccountId);
  expect(anew).toEqual([stays]);
  expect(JSON.stringify(platform.logged)).not.toMatch(new RegExp(`${canary}|${accountId}`));
});

test('opting in again neither restores nor ends a file', async () => {
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

/** A store that holds back every file after it was read from the database, until it is released. */
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

test.each(ways)('a member who %s while a file is written is not in it', async (_, leave) => {
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
  expect(storedFiles()).toHaveLength(1);
});

test('without the withdrawal, the file of that race would contain them (control)', async () => {
  const { held, write } = holdingStore();
  await startWorkers({ write });
  const { gym, canary, accountId } = await gymWithCanary();
  const jobId = await askFile(gym);
  await until(() => expect(held).toHaveLength(1));
  await platform.rows('UPDATE chain_profiles SET shares_data = false WHERE account_id = $1', [accountId]);
  held.shift()?.();
  expect(await (await platform.app.request(await finished(platform, gym, jobId))).text()).toContain(canary);
});

test('a file started during a member’s removal waits for its end', async () => {
  await startWorkers();
  const { gym, canary, accountId } = await gymWithCanary();
  let jobId = '';
  await platform.operate(async (operator) => {
    await setSharing(operator, { gymId: gym.gymId, accountId, sharesData: false });
    jobId = await askFile(gym);
    await untilLocked(platform);
    expect(await rowOf(jobId)).toMatchObject({ status: 'IN_PROGRESS', file_name: null });
  });
  const text = await (await platform.app.request(await finished(platform, gym, jobId))).text();
  expect(text).not.toContain(canary);
});

test('a file started meanwhile without waiting would contain them (negative control)', async () => {
  await startWorkers();
  const { gym, canary, accountId } = await gymWithCanary();
  const leaving = `UPDATE chain_profiles SET shares_data = false WHERE account_id = '${accountId}'`;
  const path = await during(platform, leaving, async (commit) => {
    const begun = await finished(platform, gym, await askFile(gym));
    await commit();
    return begun;
  });
  expect(await (await platform.app.request(path)).text()).toContain(canary);
});

test('a member who leaves while a file is being started waits for the start, and then withdraws the file', async () => {
  const { gym, accountId } = await gymWithCanary();
  const { chainId, gymId } = gym;
  const jobId = await askFile(gym);
  const operator = openOperatorDatabase({ url: platform.url });
  try {
    let leaving: Promise<unknown> = Promise.resolve();
    const transaction: OperatorDatabase['transaction'] = (work) =>
      operator.transaction(async (sql) => {
        const begun = await work(sql);
        leaving = platform.operate((one) => setSharing(one, { gymId, accountId, sharesData: false }));
        await untilLocked(platform);
        return begun;
      });
    const tools = { operator: { ...operator, transaction }, clock: () => platform.time.now, ids: randomIds };
    expect(await beginFile({ chainId, gymId, jobId }, tools)).toBeDefined();
    await leaving;
    expect(await rowOf(jobId)).toMatchObject({ status: 'IN_PROGRESS', file_name: null, tries: '0' });
  } finally {
    await operator.close();
  }
});

test('a file whose worker was killed midway is rewritten completely by another one, without leftovers', async () => {
  const { gym, canary } = await gymWithCanary();
  const jobId = await askFile(gym);
  const script = path.join(import.meta.dirname, '..', 'testing', 'dying-export-worker.ts');
  const dying = fork(script, [platform.url, exportFolder]);
  await once(dying, 'message');
  dying.kill('SIGKILL');
  await once(dying, 'exit');
  expect(storedFiles()).toEqual([expect.stringMatching(/\.part$/)]);
  expect(await statusOf(gym, jobId)).toEqual({ status: 'IN_PROGRESS' });

  await platform.rows("UPDATE pgboss.job SET heartbeat_on = now() - interval '31 seconds' WHERE name = 'export-files'");
  await startWorkers();
  await until(async () => expect((await rowOf(jobId))?.status).toBe('DONE'));
  const text = await (await platform.app.request(await finished(platform, gym, jobId))).text();
  expect(
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).firstName),
  ).toContain(canary);
  expect(storedFiles()).toEqual([(await rowOf(jobId))?.file_name]);
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
  expect(storedFiles()).toEqual([]);
  expect(JSON.stringify(platform.logged)).not.toContain(canary);
  expect(await platform.operate((operator) => listExports(operator, gym.gymId))).toMatchObject([
    { jobId, status: 'FAILED', failure: expect.stringContaining('no space left'), tries: 1 },
  ]);
});

test('the store contains exactly the files of the jobs, even after a crash and a restore', async () => {
  fs.mkdirSync(exportFolder, { recursive: true });
  const left = newFileName({ jobId: '7e1c9f40-2b6d-4a85-9c3e-5f0a1b2c3d4e', fileType: 'CSV' }, randomIds);
  for (const name of [left, `${left}.part`, 'holiday.jpg', 'export_of_mine.csv'])
    fs.writeFileSync(path.join(exportFolder, name), 'x');
  const { gym } = await gymWithCanary();
  const first = await startWorkers();
  const [kept, lost] = [await askFile(gym), await askFile(gym)];
  const links = new Map<string, string>();
  for (const jobId of [kept, lost]) links.set(jobId, await finished(platform, gym, jobId));
  await first.stop();
  fs.rmSync(path.join(exportFolder, (await rowOf(lost))?.file_name ?? ''));

  await startWorkers();
  await until(async () =>
    expect(storedFiles().toSorted()).toEqual(
      ['export_of_mine.csv', (await rowOf(kept))?.file_name, 'holiday.jpg'].toSorted(),
    ),
  );
  const answers = [kept, lost].map((jobId) => platform.app.request(links.get(jobId) ?? ''));
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 404]);
});

test('an expired file is deleted', async () => {
  const { gym } = await gymWithCanary();
  await startWorkers();
  const jobId = await askFile(gym);
  await finished(platform, gym, jobId);
  await platform.rows('UPDATE export_jobs SET expires_at = $2 WHERE job_id = $1', [jobId, platform.time.now]);
  await askFile(gym); // any notification about a job wakes the workers
  await until(async () => expect(await rowOf(jobId)).toMatchObject({ status: 'EXPIRED', file_name: null }));
});
