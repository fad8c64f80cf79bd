import { sql as raw } from 'drizzle-orm';
import { fromDrizzle } from 'pg-boss';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { FileStore } from '#platform/services/exports/file-store.ts';
import type { JobKey } from '#platform/services/exports/files/job-key.ts';
import { askFile, fileOf, finished } from '#platform/testing/export-files.ts';
import { exportRules } from '#platform/testing/export-rules.ts';
import { exportWorkersOf, storedFiles } from '#platform/testing/export-workers.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { until } from '#shared/testing/until.ts';
import { openJobQueue, queues } from './job-queue.ts';

const platform = startTestPlatform();
const { startWorkers, gymWithCanary } = exportWorkersOf(platform);

/**
 * A store that counts concurrent writes.
 * @param awaited no write ends before this many were concurrent, however slow the machine is
 */
function countingStore(awaited: number) {
  const counts = { now: 0, most: 0 };
  const write: FileStore['write'] = async (name, pieces) => {
    counts.now += 1;
    counts.most = Math.max(counts.most, counts.now);
    await until(() => expect(counts.most).toBeGreaterThanOrEqual(awaited));
    await new Promise((resolve) => setTimeout(resolve, 30));
    await exportRules.store.write(name, pieces);
    counts.now -= 1;
  };
  return { counts, write };
}

async function askFiles(gym: TestGym, count: number): Promise<string[]> {
  const jobIds = [];
  for (let asked = 0; asked < count; asked += 1) jobIds.push(await askFile(gym));
  return jobIds;
}

/** Queues all waiting jobs at once, without the limit of two per gym. */
async function handOutEverything(): Promise<void> {
  const boss = await openJobQueue({ databaseUrl: platform.url, log: pino({ level: 'silent' }) });
  try {
    await platform.operate(async ({ sql }) => {
      const { rows } = await sql.execute<JobKey & Record<string, unknown>>(raw`
        UPDATE export_jobs SET queued_at = now()
        RETURNING chain_id AS "chainId", gym_id AS "gymId", job_id AS "jobId"`);
      await boss.insert(
        queues.exportFiles,
        rows.map((data) => ({ data })),
        { db: fromDrizzle(sql, raw) },
      );
    });
  } finally {
    await boss.stop();
  }
}

test('at most two files of a gym are written concurrently, across all processes', async () => {
  const { counts, write } = countingStore(2);
  const { gym } = await gymWithCanary();
  const jobIds = await askFiles(gym, 12);
  await startWorkers({ write });
  await startWorkers({ write });
  for (const jobId of jobIds) await finished(platform, gym, jobId);
  expect(counts.most).toBe(2);
});

test('more would be, if all were passed to the workers (negative control)', async () => {
  const { counts, write } = countingStore(3);
  const { gym } = await gymWithCanary();
  const jobIds = await askFiles(gym, 12);
  await handOutEverything();
  await startWorkers({ write });
  for (const jobId of jobIds) await finished(platform, gym, jobId);
  expect(counts.most).toBeGreaterThan(2);
});

/** How many files of a gym are being written, and how many jobs are queued. */
async function countFiles({ gymId }: TestGym) {
  const [counts] = await platform.rows<{ done: number; queued: number }>(
    `SELECT count(*) FILTER (WHERE status = 'DONE')::int AS done,
       count(*) FILTER (WHERE status = 'IN_PROGRESS' AND queued_at IS NOT NULL)::int AS queued
     FROM export_jobs WHERE gym_id = $1`,
    [gymId],
  );
  return counts;
}

const waitingFiles = `
  INSERT INTO export_jobs (chain_id, gym_id, job_id, export_type, file_type, start_date, end_date, status, created_at)
  SELECT $1, $2, gen_random_uuid(), 'SMART_STRENGTH_WORKOUTS', 'CSV', '2026-11-01', '2026-11-30', 'IN_PROGRESS', $3
  FROM generate_series(1, $4)`;

test('10,000 queued files of one gym do not delay another gym', async () => {
  const [{ gym: busy }, { gym: patient, canary }] = [await gymWithCanary(), await gymWithCanary()];
  await platform.rows(waitingFiles, [busy.chainId, busy.gymId, platform.time.now, 10_000]);
  await startWorkers();
  await until(() => expect(storedFiles().length).toBeGreaterThan(0));
  expect(await fileOf(platform, patient)).toContain(canary);
  const counts = await countFiles(busy);
  expect(counts?.queued).toBeLessThanOrEqual(2);
  expect(counts?.done).toBeLessThan(1_000);
});

test('they would, if all were passed to the workers (negative control)', async () => {
  const [{ gym: busy }, { gym: patient, canary }] = [await gymWithCanary(), await gymWithCanary()];
  await platform.rows(waitingFiles, [busy.chainId, busy.gymId, platform.time.now, 80]);
  await handOutEverything();
  await startWorkers();
  expect(await fileOf(platform, patient)).toContain(canary);
  expect((await countFiles(busy))?.done).toBeGreaterThan(70);
});
