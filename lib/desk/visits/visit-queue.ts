import 'server-only';
import type { JobQueue } from '#lib/desk/outbox/job-queue.ts';

export interface VisitKey {
  locationId: string;
  tapId: string;
}

export type VisitQueue = JobQueue<VisitKey>;
