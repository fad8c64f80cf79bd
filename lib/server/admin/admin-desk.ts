import 'server-only';
import { randomUUID } from 'node:crypto';
import { openBadgeKey } from '#lib/server/auth/badge/badge-key.ts';
import { watchClockOfMachine } from '#lib/server/base/clock-of-machine.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { AdminEnv } from '#lib/server/base/env.ts';
import { unwatchedStorage } from '#lib/server/base/storage-watch.ts';
import { createGymClients } from '#lib/server/composition/gym-clients.ts';
import { openDatabase } from '#lib/server/db/client.ts';
import { requireSchema } from '#lib/server/db/require-schema.ts';
import { createLog } from '#lib/server/log/log.ts';
import { createDeskMetrics } from '#lib/server/metrics/desk-metrics.ts';

/**
 * A desk for the operator's commands, without an HTTP server, job queue or live events.
 * @throws EnvironmentError if the schema of the database is that of another version
 */
export async function openAdminDesk({
  DESK_DATABASE_URL,
  DESK_URL: url,
  DESK_SECRET: secret,
  DESK_SECRET_PREVIOUS: previousSecret,
}: AdminEnv): Promise<{ desk: DeskContext; close(): Promise<void> }> {
  await requireSchema(DESK_DATABASE_URL);
  const { db, close } = openDatabase(DESK_DATABASE_URL);
  const badgeKey = await openBadgeKey(db, { secret, previousSecret }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const newId = () => randomUUID();
  const core = {
    db,
    clock: () => Date.now(),
    clockWatch: watchClockOfMachine(Date.now, newId),
    storage: unwatchedStorage,
    newId,
    secret,
    previousSecret,
    badgeKey,
    url: url ?? '',
    // for managers alone
    environmentUrls: [],
    // commands print a link
    mailer: null,
    // the running desk polls for due work and finds what a command has made due
    confirmationQueue: { enqueue: async () => {} },
    version: '',
    live: { subscribe: () => () => {}, stopping: new AbortController().signal },
    log: createLog('stderr'),
    metrics: createDeskMetrics(),
  };
  return { desk: { ...core, gymClientOf: createGymClients(core) }, close };
}
