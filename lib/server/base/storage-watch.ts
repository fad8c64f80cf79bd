import type { StorageTrouble } from '#lib/wire/status.ts';
import type { Log } from '#shared/log/log.ts';

/** Whether the database can keep what it is given. */
export interface StorageWatch {
  /** Why it lately could not; null where nothing was heard of it. */
  trouble(): StorageTrouble | null;
}

interface HearingStorageWatch extends StorageWatch {
  /** The server refused a statement, for the reason with this SQLSTATE. */
  hear(sqlState: string | undefined): void;
}

/** A desk always has something to write: from a mended disk nothing is heard for so long, from any other there is. */
export const trustedAfterMs = 60_000;

/** What PostgreSQL says, by SQLSTATE: disk_full, io_error, read_only_sql_transaction. */
const troubles: Record<string, StorageTrouble> = { '53100': 'full', '58030': 'failing', '25006': 'readOnly' };

/** Why the database did not keep what it was given; null where something was thrown for any other reason. */
export function storageTroubleIn(thrown: unknown): StorageTrouble | null {
  // what runs a statement wraps what the server said of it
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const trouble = 'code' in error && typeof error.code === 'string' && troubles[error.code];
    if (trouble) return trouble;
  }
  return null;
}

/** @param onChange called when it is in trouble, in another one, or in none any more */
export function createStorageWatch(log: Log, onChange: () => void): HearingStorageWatch {
  let current: StorageTrouble | null = null;
  let ending: NodeJS.Timeout | undefined;
  const end = () => {
    current = null;
    onChange();
    log.info({}, 'the database stores again what it is given');
  };
  return {
    trouble: () => current,
    hear: (sqlState) => {
      const heard = troubles[sqlState ?? ''];
      if (!heard) return;
      clearTimeout(ending);
      ending = setTimeout(end, trustedAfterMs).unref();
      if (heard === current) return;
      current = heard;
      onChange(); // first: who waits at the counter needs it more than the log
      log.error({ storage: heard, sqlState }, 'the database cannot store what it is given');
    },
  };
}

/** Of a process that shows nobody a status. */
export const unwatchedStorage: StorageWatch = { trouble: () => null };
