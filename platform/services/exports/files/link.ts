import { z } from 'zod';
import type { Seal } from '#shared/seal/seal.ts';
import type { JobKey } from './job-key.ts';

const owner = 'link to an export file';
const sealedKey = z.tuple([z.uuid(), z.uuid(), z.uuid()]);

/**
 * The secret path of a job's file: the path is the only credential. Every call returns a different path; all of them
 * are valid.
 */
export const pathOfFile = (seal: Seal, { chainId, gymId, jobId }: JobKey): string =>
  `/exports/${seal.close(JSON.stringify([chainId, gymId, jobId]), owner)}`;

/** The job that a link is for; undefined if the platform did not issue the link. */
export function openLink(seal: Seal, token: string): JobKey | undefined {
  const opened = seal.open(token, owner);
  if (opened === null) return undefined;
  // a link of an earlier version may have another schema
  const read = sealedKey.safeParse(JSON.parse(opened));
  if (!read.success) return undefined;
  const [chainId, gymId, jobId] = read.data;
  return { chainId, gymId, jobId };
}
