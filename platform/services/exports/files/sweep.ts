import { sql as raw } from 'drizzle-orm';
import type { OperatorDatabase } from '#platform/db/client.ts';
import type { FileStore } from '#platform/services/exports/file-store.ts';

/**
 * Deletes the files that no job has: a worker that is gone left them, or a gym. What begins meanwhile is left alone: files are
 * listed before the jobs that keep them are read. A finished job whose file is not there ends at its own time: a volume that
 * is away leaves a folder in its place, empty or with what was written there since, and its files come back with it.
 * @throws where files of finished jobs are not there, once all else is done
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
