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
    SELECT name FROM pgboss.job WHERE start_after > now() + interval '1 hour'`);

test('a platform that starts after the clock of the database was set back runs its schedules and checks again', async () => {
  await (await startTestJobs(platform)).stop();
  await platform.rows("UPDATE pgboss.version SET cron_on = now() + interval '90 days'");
  await platform.rows(`
    UPDATE pgboss.queue SET monitor_claim_on = now() + interval '90 days', monitor_on = now() + interval '90 days',
      maintain_on = now() + interval '90 days'`);
  await platform.rows(`
    INSERT INTO pgboss.job (name, created_on, start_after)
    VALUES ('webhook-deliveries', now() + interval '90 days', now() + interval '90 days')`);
  expect(await runsAhead()).not.toHaveLength(0);
  await (await startTestJobs(platform)).stop();
  expect(await runsAhead()).toHaveLength(0);
});
