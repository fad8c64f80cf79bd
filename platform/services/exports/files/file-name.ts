import type { FileType } from '#contracts/export/jobs.ts';
import type { Ids } from '#platform/base/clock-and-ids.ts';

const pattern = /^export_[0-9a-f-]{36}_[0-9a-f]{16}\.(json|jsonl|csv)$/;

/** A name that no other try has: two workers that take each other for dead do not write one file. */
export const newFileName = ({ jobId, fileType }: { jobId: string; fileType: FileType }, ids: Ids): string =>
  `export_${jobId}_${ids.bytes(8).toString('hex')}.${fileType.toLowerCase()}`;

/** Whether the platform gave the name: nothing else in a store is its own. */
export const isFileName = (name: string): boolean => pattern.test(name);
