import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#platform/base/log.ts';
import { type OperatorDatabase, openOperatorDatabase } from '#platform/db/client.ts';
import { deliveriesOf, register, settled } from '#platform/testing/deliveries.ts';
import { askFile, finished } from '#platform/testing/export-files.ts';
import { startTestJobs } from '#platform/testing/jobs.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { startReceiver } from '#platform/testing/receiver.ts';
import { until } from '#shared/testing/until.ts';
import { runHousekeeping } from './housekeeping.ts';
import type { RunningJobs } from './start.ts';

const platform = startTestPlatform();

let jobs: RunningJobs;
let operator: OperatorDatabase;
beforeAll(async () => {
  operator = openOperatorDatabase({ url: platform.url });
  jobs = await startTestJobs(platform, { retryDelaysSeconds: [3600] });
});
afterAll(async () => {
  await jobs.stop();
  await operator.close();
});

/** Runs the nightly housekeeping. */
const takeUp = () => runHousekeeping({ operator, clock: () => platform.time.now, log: createLog('silent') });
const jobsOf = (id: string) =>
  platform.rows<{ state: string }>('SELECT state::text FROM pgboss.job WHERE data::text LIKE $1', [`%${id}%`]);

test('an event whose job the queue dropped or lost is still sent', async () => {
  const receiver = await startReceiver();
  const gym = await platform.newGym();
  const webhookId = await register(gym, receiver);
  await jobs.stop();
  for (const state of ['failed', 'cancelled', null]) {
    const [lost] = await platform.rows<{ id: string }>(
      `INSERT INTO webhook_deliveries (chain_id, delivery_id, webhook_id, type, occurred_at, state, created_at)
       VALUES ($1, gen_random_uuid(), $2, 'TEST', now(), 'QUEUED', now()) RETURNING delivery_id AS id`,
      [gym.chainId, webhookId],
    );
    if (!state) continue;
    await platform.rows(
      `INSERT INTO pgboss.job (name, state, data)
       VALUES ('webhook-deliveries', $1::pgboss.job_state, jsonb_build_object('chainId', $2::text, 'deliveryId', $3::text))`,
      [state, gym.chainId, lost?.id],
    );
  }
  jobs = await startTestJobs(platform, { retryDelaysSeconds: [3600] });
  await takeUp();
  await settled(platform, gym, 'DELIVERED', 'DELIVERED', 'DELIVERED');
  expect(receiver.requests).toHaveLength(3);
});

test('an event with a future retry is left to its job', async () => {
  const receiver = await startReceiver((_, response) => response.writeHead(500).end());
  const gym = await platform.newGym();
  await register(gym, receiver);
  await gym.ask('checkin', { path: { accountId: await createMember(gym) }, body: {} });
  await until(async () => expect(await deliveriesOf(platform, gym)).toMatchObject([{ attempts: 1 }]));
  await takeUp();
  expect(await deliveriesOf(platform, gym)).toMatchObject([{ state: 'QUEUED', attempts: 1 }]);
});

test('a file whose job the queue lost is still written, and does not block other files of its gym', async () => {
  const gym = await platform.newGym();
  await jobs.stop();
  const lost = [await askFile(gym), await askFile(gym)];
  await platform.rows('UPDATE export_jobs SET queued_at = now() WHERE chain_id = $1', [gym.chainId]);
  const waiting = await askFile(gym);
  jobs = await startTestJobs(platform);
  await takeUp();
  for (const jobId of [...lost, waiting]) await finished(platform, gym, jobId);
});

test('a file that waits for its worker is left to its job', async () => {
  const gym = await platform.newGym();
  await jobs.stop();
  const jobId = await askFile(gym);
  await platform.rows('UPDATE export_jobs SET queued_at = now() WHERE job_id = $1', [jobId]);
  await platform.rows(
    `INSERT INTO pgboss.job (name, state, data)
     VALUES ('export-files', 'retry', jsonb_build_object('chainId', $1::text, 'gymId', $2::text, 'jobId', $3::text))`,
    [gym.chainId, gym.gymId, jobId],
  );
  await takeUp();
  expect(await platform.rows('SELECT queued_at FROM export_jobs WHERE job_id = $1', [jobId])).toEqual([
    { queued_at: expect.any(Date) },
  ]);
  expect(await jobsOf(jobId)).toEqual([{ state: 'retry' }]);
  jobs = await startTestJobs(platform);
});
