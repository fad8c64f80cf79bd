import fs from 'node:fs';
import { afterEach } from 'vitest';
import type { RunningJobs } from '#platform/jobs/start.ts';
import type { FileStore } from '#platform/services/exports/file-store.ts';
import { record } from './export-files.ts';
import { exportFolder, exportRules } from './export-rules.ts';
import { startTestJobs } from './jobs.ts';
import { createMember } from './members.ts';
import type { TestGym, TestPlatform } from './platform.ts';
import { workoutOf } from './training.ts';

/** The time of all training events. */
export const trainedAt = new Date('2026-11-03T09:00:00.000Z');

/** Workers of the data export. After each test they are stopped, and all jobs and files are deleted. */
export function exportWorkersOf(platform: TestPlatform) {
  const { store } = exportRules;
  const running = new Set<RunningJobs>();
  afterEach(async () => {
    await Promise.all([...running].map((jobs) => jobs.stop()));
    running.clear();
    await platform.rows("DELETE FROM export_jobs; DELETE FROM pgboss.job WHERE name = 'export-files'");
    fs.rmSync(exportFolder, { recursive: true, force: true });
  });
  return {
    /** Starts the workers of one process, with some functions of the store replaced. */
    startWorkers: async (changes: Partial<FileStore> = {}): Promise<Pick<RunningJobs, 'stop'>> => {
      const jobs = await startTestJobs(platform, { store: { ...store, ...changes } });
      running.add(jobs);
      const stop = () => {
        running.delete(jobs);
        return jobs.stop();
      };
      return { stop };
    },
    /** Creates an expired file of a gym that is not deleted yet. */
    expireFile: (gym: TestGym) =>
      platform.rows(
        `INSERT INTO export_jobs (chain_id, gym_id, job_id, export_type, file_type, start_date, end_date, status,
           file_name, created_at)
         SELECT $1, $2, id, 'SMART_STRENGTH_WORKOUTS', 'CSV', '2026-11-01', '2026-11-30', 'EXPIRED',
           'export_' || id || '_0123456789abcdef.csv', $3
         FROM gen_random_uuid() id`,
        [gym.chainId, gym.gymId, platform.time.now],
      ),
    /** A gym with two members who trained once. One of them has a unique name. */
    gymWithCanary: async (options?: Parameters<typeof platform.newGym>[0]) => {
      const gym = await platform.newGym(options);
      const canary = `canary-${gym.gymId}`;
      const accountId = await createMember(gym, { firstName: canary, email: `${canary}@example.org` });
      const stays = await createMember(gym);
      await record(platform, gym, [workoutOf(accountId, trainedAt), workoutOf(stays, trainedAt)]);
      return { gym, canary, accountId, stays };
    },
    rowOf: async (jobId: string) => {
      const [row] = await platform.rows<{
        status: string;
        failure: string | null;
        file_name: string | null;
        tries: string;
      }>('SELECT status, failure, file_name, tries FROM export_jobs WHERE job_id = $1', [jobId]);
      return row;
    },
  };
}

/** The names of all files in the store. */
export const storedFiles = (): string[] => (fs.existsSync(exportFolder) ? fs.readdirSync(exportFolder) : []);
