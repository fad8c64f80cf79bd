import { expect, test } from 'vitest';
import { startTestJobs } from '#platform/testing/jobs.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';

const platform = startTestPlatform();

const runsAhead = () =>
  platform.rows(`
    SELECT 'schedules' AS what FROM pgboss.version WHERE cron_on > now() + interval '1 hour'
    UNION ALL
    SELECT name FROM pgboss.queue WHERE greatest(monitor_claim_on, monitor_on, maintain_on) > now() + interval '1 hour'
    UNION ALL
    SELECT name || ' ' || state FROM pgboss.job
      WHERE greatest(start_after, CASE state WHEN 'active' THEN greatest(started_on, heartbeat_on) END, singleton_on AT TIME ZONE 'UTC')
        > now() + interval '1 hour'`);

test('a platform that starts after the clock of the database was set back has no schedule, check or job of the future', async () => {
  await (await startTestJobs(platform)).stop();
  await platform.rows("UPDATE pgboss.version SET cron_on = now() + interval '90 days'");
  await platform.rows(`
    UPDATE pgboss.queue SET monitor_claim_on = now() + interval '90 days', monitor_on = now() + interval '90 days',
      maintain_on = now() + interval '90 days'`);
  // created ahead; created before and tried again ahead; held by crashed processes; and a minute whose schedules had their job
  await platform.rows(`
    INSERT INTO pgboss.job (name, state, created_on, start_after, started_on, heartbeat_on, singleton_on)
    SELECT job.name, job.state::pgboss.job_state, job.created_on, job.start_after, job.started_on, job.heartbeat_on, job.singleton_on
    FROM (SELECT now() + interval '90 days' AS ahead) CROSS JOIN LATERAL (VALUES
      ('webhook-deliveries', 'created', ahead, ahead, NULL, NULL, NULL),
      ('webhook-deliveries', 'retry', now(), ahead, ahead, NULL, NULL),
      ('webhook-deliveries', 'active', now(), now(), ahead, NULL, NULL),
      ('export-files', 'active', now(), now(), ahead, ahead, NULL),
      ('__pgboss__send-it', 'completed', now(), now(), now(), NULL, ahead AT TIME ZONE 'UTC')
    ) AS job (name, state, created_on, start_after, started_on, heartbeat_on, singleton_on)`);
  expect(await runsAhead()).not.toHaveLength(0);
  await (await startTestJobs(platform)).stop();
  expect(await runsAhead()).toHaveLength(0);
});
