import type { FileType } from '#contracts/export/jobs.ts';
import type { Ids } from '#platform/base/clock-and-ids.ts';

const pattern = /^export_[0-9a-f-]{36}_[0-9a-f]{16}\.(json|jsonl|csv)$/;

/** A name unique to one attempt: two workers that both believe the other one crashed never write the same file. */
export const newFileName = ({ jobId, fileType }: { jobId: string; fileType: FileType }, ids: Ids): string =>
  `export_${jobId}_${ids.bytes(8).toString('hex')}.${fileType.toLowerCase()}`;

/** Whether the platform generated the name. Other files in a store are not ours. */
export const isFileName = (name: string): boolean => pattern.test(name);
