import 'server-only';
import type { JobQueue } from '#lib/desk/outbox/job-queue.ts';

export interface ChangeKey {
  locationId: string;
  changeId: string;
}

export type TaskChangeQueue = JobQueue<ChangeKey>;
