import 'server-only';
import type { JobQueue } from '#lib/server/outbox/job-queue.ts';

export interface VisitKey {
  locationId: string;
  tapId: string;
}

export type VisitQueue = JobQueue<VisitKey>;

export interface ChangeKey {
  locationId: string;
  changeId: string;
}

export type TaskChangeQueue = JobQueue<ChangeKey>;
