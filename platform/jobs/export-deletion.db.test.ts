import path from 'node:path';
import { expect, test } from 'vitest';
import { openOperatorDatabase } from '#platform/db/client.ts';
import { createDiskStore } from '#platform/services/exports/files/disk-store.ts';
import { sweepFiles } from '#platform/services/exports/files/sweep.ts';
import { register, settled } from '#platform/testing/deliveries.ts';
import { askFile, finished } from '#platform/testing/export-files.ts';
import { exportFolder, exportRules } from '#platform/testing/export-rules.ts';
import { exportWorkersOf, storedFiles } from '#platform/testing/export-workers.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { startReceiver } from '#platform/testing/receiver.ts';
import { openSilentBucket } from '#platform/testing/silent-bucket.ts';
import { until } from '#shared/testing/until.ts';

const platform = startTestPlatform();
const { startWorkers, gymWithCanary, expireFile } = exportWorkersOf(platform);

test('an unresponsive bucket during deletions delays no event, notification or new file', async () => {
  const receiver = await startReceiver();
  const { gym, accountId } = await gymWithCanary();
  await register(gym, receiver);
  await expireFile(gym);
  const bucket = await openSilentBucket();
  try {
    const { stop } = await startWorkers({ remove: bucket.store.remove });
    await until(() => expect(bucket.asked).toEqual(['DELETE']));
    await gym.ask('checkin', { path: { accountId }, body: {} });
    await gym.ask('sendPushNotificationByAccountId', { path: { accountId }, body: { text: 'Hi' } });
    const jobId = await askFile(gym);
    await settled(platform, gym, 'DELIVERED');
    await finished(platform, gym, jobId);
    await until(async () => {
      const waiting = await platform.rows('SELECT FROM push_notifications WHERE delivered_at IS NULL');
      expect(waiting).toEqual([]);
    });
    // one process deletes one file after the other, however often it is called
    expect(bucket.asked).toEqual(['DELETE']);
    await stop();
  } finally {
    bucket.close();
  }
});

test('files that expire during a deletion run are deleted in the next', async () => {
  const { gym } = await gymWithCanary();
  await expireFile(gym);
  const held: (() => void)[] = [];
  const remove: typeof exportRules.store.remove = async (name) => {
    if (held.length === 0) await new Promise<void>((resolve) => held.push(resolve));
    await exportRules.store.remove(name);
  };
  await startWorkers({ remove });
  await until(() => expect(held).toHaveLength(1));
  const jobId = await askFile(gym);
  await finished(platform, gym, jobId);
  await platform.rows("UPDATE export_jobs SET status = 'EXPIRED' WHERE job_id = $1", [jobId]);
  held[0]?.();
  await until(async () => {
    const named = await platform.rows('SELECT FROM export_jobs WHERE file_name IS NOT NULL');
    expect(named).toEqual([]);
  });
  expect(storedFiles()).toEqual([]);
});

test.each([
  ['folder', () => createDiskStore(path.join(exportFolder, 'not', 'mounted'))],
  ['volume of a folder', () => createDiskStore(path.join(exportFolder, 'bare'))],
  ['bucket', () => ({ ...exportRules.store, list: async () => undefined })],
])('a %s that is briefly missing does not end any finished file', async (_, away) => {
  const { stop } = await startWorkers();
  const { gym } = await gymWithCanary();
  const link = await finished(platform, gym, await askFile(gym));
  await stop();
  const operator = openOperatorDatabase({ url: platform.url });
  const never = new AbortController().signal;
  try {
    await expect(sweepFiles(operator, away(), never)).rejects.toThrow('not there: 1');
    await sweepFiles(operator, exportRules.store, never);
  } finally {
    await operator.close();
  }
  expect((await platform.app.request(link)).status).toBe(200);
});

test('a file in place of the mount point ends none of the finished files on the volume', async () => {
  const { stop } = await startWorkers();
  const { gym } = await gymWithCanary();
  const link = await finished(platform, gym, await askFile(gym));
  await stop();
  const bare = createDiskStore(path.join(exportFolder, 'bare'));
  const meanwhile = await startWorkers(bare);
  await finished(platform, gym, await askFile(gym));
  await meanwhile.stop();
  const operator = openOperatorDatabase({ url: platform.url });
  const never = new AbortController().signal;
  try {
    for (const store of [bare, exportRules.store]) {
      await expect(sweepFiles(operator, store, never)).rejects.toThrow('not there: 1');
    }
  } finally {
    await operator.close();
  }
  expect((await platform.app.request(link)).status).toBe(200);
});
