import { createHash } from 'node:crypto';
import type { FileStore } from '#platform/services/exports/file-store.ts';
import { requireRange } from '#platform/services/exports/range.ts';
import type { FileTry } from './begin-file.ts';
import { fieldNames, fileStatement } from './file-query.ts';
import { framing } from './framing.ts';
import type { WrittenFile } from './settle-file.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * Streams the events of a job into the store, with constant memory.
 * @throws if `signal` aborted it, the database connection broke or the store failed; nothing is stored then
 */
export async function writeFile(
  { job, fileName }: FileTry,
  snapshot: Snapshot,
  store: FileStore,
  signal: AbortSignal,
): Promise<WrittenFile> {
  signal.throwIfAborted(); // PostgreSQL may sort for a long time before the first chunk
  const { chainId, gymId, exportType, fileType, createdAt } = job;
  const { start, end } = requireRange(job, 'files', createdAt);
  const values = [chainId, gymId, toText(start), toText(end)];
  const events = snapshot.copy(fileStatement(exportType, fileType), values);
  const hash = createHash('sha256');
  let byteCount = 0;
  async function* measure() {
    for await (const piece of framing[fileType](events.pieces, fieldNames(exportType))) {
      signal.throwIfAborted();
      hash.update(piece);
      byteCount += piece.length;
      yield piece;
    }
  }
  await store.write(fileName, measure(), signal);
  return { rowCount: events.rowCount(), byteCount, sha256: hash.digest('hex') };
}

/** PostgreSQL reads years after 9999, such as that of the end of 9999-12-31, without the sign and zero of ISO 8601. */
const toText = (at: Date) => at.toISOString().replace(/^\+0/, '');
