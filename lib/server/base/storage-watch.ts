import type { StorageTrouble } from '#lib/wire/status.ts';
import type { Log } from '#shared/log/log.ts';

/** Whether the database can store data. */
export interface StorageWatch {
  /** Why it recently could not; null where no such error was reported. */
  trouble(): StorageTrouble | null;
}

interface ReportingStorageWatch extends StorageWatch {
  /** To be called with the SQLSTATE of every statement that the server refuses. */
  report(sqlState: string | undefined): void;
}

/** A desk writes all the time, so a problem that still exists shows again within this time. */
export const endsAfterMs = 60_000;

/** By SQLSTATE: disk_full, io_error, read_only_sql_transaction. */
const troubles: Record<string, StorageTrouble> = { '53100': 'full', '58030': 'failing', '25006': 'readOnly' };

/** The problem of the database's storage behind an error; null for any other error. */
export function storageTroubleIn(thrown: unknown): StorageTrouble | null {
  // Drizzle wraps the error of the server
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const trouble = 'code' in error && typeof error.code === 'string' && troubles[error.code];
    if (trouble) return trouble;
  }
  return null;
}

/** @param onChange called when a problem begins, changes or ends */
export function createStorageWatch(log: Log, onChange: () => void): ReportingStorageWatch {
  let current: StorageTrouble | null = null;
  let ending: NodeJS.Timeout | undefined;
  const end = () => {
    current = null;
    onChange();
    log.info({}, 'the database stores again what it is given');
  };
  return {
    trouble: () => current,
    report: (sqlState) => {
      const reported = troubles[sqlState ?? ''];
      if (!reported) return;
      clearTimeout(ending);
      ending = setTimeout(end, endsAfterMs).unref();
      if (reported === current) return;
      current = reported;
      onChange(); // before the log, which may itself fail for want of disk
      log.error({ storage: reported, sqlState }, 'the database cannot store what it is given');
    },
  };
}

/** For processes that show no status. */
export const unwatchedStorage: StorageWatch = { trouble: () => null };
