import { sql as raw } from 'drizzle-orm';
import type { OperatorDatabase } from '#platform/db/client.ts';
import type { FileStore } from '#platform/services/exports/file-store.ts';

const batchSize = 500;

/** Marks files whose time is over as expired, and deletes all files that expired for any reason. */
export async function deleteExpiredFiles(
  operator: OperatorDatabase,
  store: FileStore,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  await operator.transaction((sql) =>
    sql.execute(raw`UPDATE export_jobs SET status = 'EXPIRED' WHERE status = 'DONE' AND expires_at <= ${now}`),
  );
  let names: string[];
  do {
    names = await operator.transaction(async (sql) => {
      const { rows } = await sql.execute<{ fileName: string }>(raw`
        SELECT file_name AS "fileName" FROM export_jobs
        WHERE status = 'EXPIRED' AND file_name IS NOT NULL LIMIT ${batchSize}`);
      return rows.map(({ fileName }) => fileName);
    });
    if (names.length === 0) return;
    for (const name of names) await store.remove(name, signal);
    await operator.transaction((sql) =>
      sql.execute(raw`
        UPDATE export_jobs SET file_name = NULL
        WHERE status = 'EXPIRED' AND file_name IS NOT NULL AND file_name = ANY(${raw.param(names)}::text[])`),
    );
  } while (names.length === batchSize);
}
