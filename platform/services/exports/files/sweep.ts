import { sql as raw } from 'drizzle-orm';
import type { OperatorDatabase } from '#platform/db/client.ts';
import type { FileStore } from './file-store.ts';

/**
 * Makes store and table agree. A file that no job has was left by a worker that is gone, or by a gym: it is deleted. A job
 * whose file is not there has expired; where none is there, as in the empty folder that a volume leaves that is away for a
 * moment, nothing is known, and each ends at its own time. What began or ended meanwhile is left alone: files are
 * listed before the jobs that keep them are read, and after the jobs that miss them.
 */
export async function sweepFiles(operator: OperatorDatabase, store: FileStore, signal: AbortSignal): Promise<void> {
  const namesIn = (condition: ReturnType<typeof raw>) =>
    operator.transaction(async (sql) => {
      const { rows } = await sql.execute<{ fileName: string }>(raw`
        SELECT file_name AS "fileName" FROM export_jobs WHERE file_name IS NOT NULL AND ${condition}`);
      return new Set(rows.map(({ fileName }) => fileName));
    });

  const wanted = await namesIn(raw`status = 'DONE'`);
  const listed = await store.list(signal);
  const stored = new Set(listed);
  if (wanted.size > 0 && wanted.isDisjointFrom(stored)) throw new Error('The store is not there: its files may be.');
  const kept = await namesIn(raw`status IN ('IN_PROGRESS', 'DONE')`);
  for (const name of stored.difference(kept)) await store.remove(name, signal);
  const lost = [...wanted.difference(stored)];
  await operator.transaction((sql) =>
    sql.execute(raw`
      UPDATE export_jobs SET status = 'EXPIRED', file_name = NULL
      WHERE status = 'DONE' AND file_name = ANY(${raw.param(lost)}::text[])`),
  );
}
