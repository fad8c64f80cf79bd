import { sql as raw } from 'drizzle-orm';
import type { OperatorDatabase } from '#platform/db/client.ts';
import type { FileStore } from '#platform/services/exports/file-store.ts';

/**
 * Deletes orphaned files, left by crashed workers or deleted gyms. Files of new jobs are safe, because the store is
 * listed before the jobs are read. A finished job with a missing file is not changed. Its volume may be unmounted and
 * leave an empty folder, or one with newer files; the files come back with the volume.
 * @throws if files of finished jobs are missing, after everything else is done
 */
export async function sweepFiles(operator: OperatorDatabase, store: FileStore, signal: AbortSignal): Promise<void> {
  const namesIn = (condition: ReturnType<typeof raw>) =>
    operator.transaction(async (sql) => {
      const { rows } = await sql.execute<{ fileName: string }>(raw`
        SELECT file_name AS "fileName" FROM export_jobs WHERE file_name IS NOT NULL AND ${condition}`);
      return new Set(rows.map(({ fileName }) => fileName));
    });

  const finished = await namesIn(raw`status = 'DONE'`);
  const stored = new Set(await store.list(signal));
  const kept = await namesIn(raw`status IN ('IN_PROGRESS', 'DONE')`);
  for (const name of stored.difference(kept)) await store.remove(name, signal);
  const missing = finished.intersection(kept).difference(stored);
  if (missing.size > 0) throw new Error(`Files that are not there: ${missing.size}. Is the store?`);
}
