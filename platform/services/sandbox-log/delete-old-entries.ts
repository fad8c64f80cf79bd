import type { NamedStatement, PlatformDatabase } from '#platform/db/client.ts';
import { hourMs } from '#shared/calendar/durations.ts';
import type { Log } from '#shared/log/log.ts';
import { oldestLogged } from './request-log.ts';

const deletions: NamedStatement[] = [
  { name: 'delete_old_sandbox_requests', text: `DELETE FROM sandbox_requests WHERE at < ${oldestLogged}` },
  { name: 'delete_old_sandbox_attempts', text: `DELETE FROM sandbox_attempts WHERE logged_at < ${oldestLogged}` },
];

interface DeletionOptions {
  db: PlatformDatabase;
  log: Log;
  everyMs?: number;
}

/** Deletes old entries at once and then regularly: a sandbox that nobody uses writes none, and so would keep them. */
export function startDeletingOldEntries({ db, log, everyMs = hourMs }: DeletionOptions): { stop(): Promise<void> } {
  let running = Promise.resolve();
  const run = () => {
    running = deleteOldEntries(db).catch((error) => log.warn({ error }, 'old entries of the sandbox were not deleted'));
  };
  run();
  const timer = setInterval(run, everyMs);
  return {
    stop: () => {
      clearInterval(timer);
      return running;
    },
  };
}

async function deleteOldEntries(db: PlatformDatabase): Promise<void> {
  for (const deletion of deletions) await db.find(deletion, []);
}
