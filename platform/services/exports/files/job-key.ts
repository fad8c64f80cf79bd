import { and, eq } from 'drizzle-orm';
import { exportJobs } from '#platform/db/schema/exports.ts';

export interface JobKey {
  chainId: string;
  gymId: string;
  jobId: string;
}

export const isJob = ({ chainId, gymId, jobId }: JobKey) =>
  and(eq(exportJobs.chainId, chainId), eq(exportJobs.gymId, gymId), eq(exportJobs.jobId, jobId));
