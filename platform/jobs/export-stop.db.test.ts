import { expect, test } from 'vitest';
import { askFile, finished } from '#platform/testing/export-files.ts';
import { exportRules } from '#platform/testing/export-rules.ts';
import { exportWorkersOf, storedFiles } from '#platform/testing/export-workers.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { openSilentBucket } from '#platform/testing/silent-bucket.ts';
import { until } from '#shared/testing/until.ts';

const platform = startTestPlatform();
const { store } = exportRules;
const { startWorkers, gymWithCanary, rowOf } = exportWorkersOf(platform);

test('a stopping worker releases its file, and the attempt does not count', async () => {
  const held: (() => void)[] = [];
  async function* hold(pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      yield piece;
      await new Promise<void>((resolve) => held.push(resolve));
    }
  }
  const jobs = await startWorkers({ write: (name, pieces) => store.write(name, hold(pieces)) });
  const { gym } = await gymWithCanary();
  const jobId = await askFile(gym, { fileType: 'JSON' });
  await until(() => expect(held).toHaveLength(1));
  const stopped = jobs.stop();
  await new Promise((resolve) => setTimeout(resolve, 100));
  held.shift()?.();
  await stopped;
  expect(await rowOf(jobId)).toMatchObject({ status: 'IN_PROGRESS', file_name: null, tries: '0' });
  expect(storedFiles()).toEqual([]);
});

test('a worker can stop while its bucket is unresponsive, and another one writes the file', async () => {
  const bucket = await openSilentBucket();
  const { gym } = await gymWithCanary();
  const jobId = await askFile(gym);
  try {
    const jobs = await startWorkers(bucket.store);
    await until(() => expect(bucket.asked).toEqual(expect.arrayContaining(['PUT', 'GET'])));
    await jobs.stop();
  } finally {
    bucket.close();
  }
  expect(await rowOf(jobId)).toMatchObject({ status: 'IN_PROGRESS', file_name: null, tries: '0' });
  await startWorkers();
  await finished(platform, gym, jobId);
  expect(await rowOf(jobId)).toMatchObject({ status: 'DONE', tries: '1' });
});
