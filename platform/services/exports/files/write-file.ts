import { createHash } from 'node:crypto';
import type { FileStore } from '#platform/services/exports/file-store.ts';
import { requireRange } from '#platform/services/exports/range.ts';
import type { FileTry } from './begin-file.ts';
import { fieldNames, fileStatement } from './file-query.ts';
import { framing } from './framing.ts';
import type { WrittenFile } from './settle-file.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * Writes the events of a job into the store, piece by piece: no more of it is in memory than is on its way.
 * @throws where `signal` ended it, the database broke off or the store took no more; then nothing is kept
 */
export async function writeFile(
  { job, fileName }: FileTry,
  snapshot: Snapshot,
  store: FileStore,
  signal: AbortSignal,
): Promise<WrittenFile> {
  signal.throwIfAborted(); // PostgreSQL may sort for long before a first piece comes
  const { chainId, gymId, exportType, fileType, createdAt } = job;
  const { start, end } = requireRange(job, 'files', createdAt);
  const values = [chainId, gymId, start.toISOString(), end.toISOString()];
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
