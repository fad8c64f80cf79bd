import { z } from 'zod';
import type { Seal } from '#shared/seal/seal.ts';
import type { JobKey } from './job-key.ts';

const owner = 'link to an export file';
const sealedKey = z.tuple([z.uuid(), z.uuid(), z.uuid()]);

/** The path under which whoever knows it may load the file of a job. Each is another one, and as good as the others. */
export const pathOfFile = (seal: Seal, { chainId, gymId, jobId }: JobKey): string =>
  `/exports/${seal.close(JSON.stringify([chainId, gymId, jobId]), owner)}`;

/** The job a link is for; undefined for one that the platform never gave. */
export function openLink(seal: Seal, token: string): JobKey | undefined {
  const opened = seal.open(token, owner);
  if (opened === null) return undefined;
  // one that an earlier version gave may say something else
  const read = sealedKey.safeParse(JSON.parse(opened));
  if (!read.success) return undefined;
  const [chainId, gymId, jobId] = read.data;
  return { chainId, gymId, jobId };
}
