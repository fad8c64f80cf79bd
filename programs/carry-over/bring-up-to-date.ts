import { migrateDatabase as migrateDesk } from '#lib/server/db/migrate.ts';
import { startJobs } from '#lib/server/jobs/boss-jobs.ts';
import { createLog as createDeskLog } from '#lib/server/log/log.ts';
import { createLog as createPlatformLog } from '#platform/base/log.ts';
import { migrateDatabase as migratePlatform } from '#platform/db/migrate.ts';
import { openJobQueue } from '#platform/jobs/job-queue.ts';
import type { Program } from '#programs/base/both-programs.ts';

/** Migrates a database to this version of the program, as its start does. Processes nothing that is due. */
export async function bringUpToDate(program: Program, databaseUrl: string): Promise<void> {
  switch (program) {
    case 'desk': {
      await migrateDesk(databaseUrl);
      return (await startJobs(databaseUrl, createDeskLog('stderr'))).stop();
    }
    case 'platform': {
      await migratePlatform(databaseUrl);
      return (await openJobQueue({ databaseUrl, log: createPlatformLog('error') })).stop();
    }
    default:
      program satisfies never;
  }
}
