import type { FileType } from '#contracts/export/jobs.ts';
import type { Clock } from '#platform/base/clock-and-ids.ts';
import { notFound } from '#platform/base/errors.ts';
import type { PlatformDatabase } from '#platform/db/client.ts';
import type { ByteRange } from '#platform/services/exports/file-store.ts';
import type { ExportRules } from '#platform/services/exports/rules.ts';
import { findJob } from './find-job.ts';
import { openLink } from './link.ts';

export interface Download {
  /** Suggested name for saving the file. */
  fileName: string;
  fileType: FileType;
  byteCount: number;
  /** Of the whole file, in hexadecimal digits. */
  sha256: string;
  finishedAt: Date;
  /** @throws 404 if the file was deleted in the meantime */
  read(range: ByteRange): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
}

/**
 * Opens the file of a link; the link is the only credential.
 * @throws 404, the same if the link was never issued, has expired or its file is gone
 */
export async function openDownload(
  { db, clock, rules }: { db: PlatformDatabase; clock: Clock; rules: ExportRules },
  token: string,
): Promise<Download> {
  const key = openLink(rules.seal, token);
  const job = key && (await findJob(db.chain(key.chainId), key, clock()));
  if (job?.status !== 'DONE' || !job.fileName || job.byteCount === null || !job.sha256 || !job.finishedAt) throw gone();
  const { fileName, fileType, byteCount, sha256, finishedAt, exportType, startDate, endDate } = job;
  const kind = exportType.toLowerCase().replaceAll('_', '-');
  return {
    fileName: `${kind}_${startDate}_${endDate}.${fileType.toLowerCase()}`,
    fileType,
    byteCount,
    sha256,
    finishedAt,
    read: async (range) => {
      if (byteCount === 0) return new Blob([]).stream();
      const bytes = await rules.store.read(fileName, range);
      if (!bytes) throw gone();
      return bytes;
    },
  };
}

const gone = () => notFound('UNKNOWN');
