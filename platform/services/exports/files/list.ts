import { desc, eq } from 'drizzle-orm';
import { exportJobs } from '#platform/db/schema/exports.ts';
import { requireGym } from '#platform/services/gyms/require.ts';
import type { Operator } from '#platform/services/operator.ts';

const longestList = 100;

/** The latest export jobs of a gym, with their states and reasons of failure. */
export async function listExports(operator: Operator, gymId: string) {
  const gym = await requireGym(operator, gymId);
  const jobs = await operator.sql
    .select()
    .from(exportJobs)
    .where(eq(exportJobs.gymId, gym.gymId))
    .orderBy(desc(exportJobs.createdAt), desc(exportJobs.jobId))
    .limit(longestList);
  return jobs.map(({ chainId: _, gymId: __, fileName: ___, queuedAt: ____, ...job }) => job);
}
