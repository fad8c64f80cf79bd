import type { Registry } from 'prom-client';
import type { Readiness } from '#shared/database/readiness.ts';
import { newestMigration } from '#shared/database/schema-state.ts';
import type { Seal } from '#shared/seal/seal.ts';
import { createApp } from './app.ts';
import { randomIds, systemClock } from './base/clock-and-ids.ts';
import { createLog } from './base/log.ts';
import { createPlatformSeal } from './base/seal.ts';
import { openDatabase, openOperatorDatabase } from './db/client.ts';
import { migrateDatabase, platformSchema } from './db/migrate.ts';
import { readReadiness } from './db/readiness.ts';
import { refreshMetrics } from './jobs/refresh-metrics.ts';
import { startJobs } from './jobs/start.ts';
import { createPlatformMetrics } from './metrics/platform-metrics.ts';
import { openServer } from './server.ts';
import type { Dependencies } from './services/dependencies.ts';
import { checkFolder } from './services/exports/files/check-folder.ts';
import { openFileStore } from './services/exports/files/open-store.ts';
import { clockOf } from './services/sandbox/clock/clock-of.ts';
import { createOwnerLink, redeemOwnerLink } from './services/sandbox/owner-links.ts';
import { openSandbox, type Sandbox } from './services/sandbox/sandbox.ts';
import { startDeletingOldEntries } from './services/sandbox-log/delete-old-entries.ts';
import { openRequestLog } from './services/sandbox-log/request-log.ts';
import { checkSecret } from './services/secret/check-secret.ts';
import { readSettings } from './settings.ts';
import { demoOwnerEmail } from './simulator/demo-gyms.ts';
import { startDemoTraining } from './simulator/demo-training.ts';
import { startLiveSimulator } from './simulator/live.ts';
import { createRandom } from './simulator/random.ts';

export interface RunningPlatform {
  url: string;
  /** In a sandbox: a link that signs in as the owner of the demo gym, once. */
  ownerLink: string | undefined;
  metrics: { registry: Registry; refresh(): Promise<void> };
  readReadiness(): Promise<Readiness>;
  /** Stops requests, then workers, then connections, within eight seconds. */
  stop(): Promise<void>;
}

/**
 * Starts the platform in this process.
 * @param env the environment to read settings from, usually `process.env`
 * @throws EnvironmentError if a setting is wrong or the port is in use
 */
export async function startPlatform(env: Record<string, string | undefined>): Promise<RunningPlatform> {
  const settings = readSettings(env);
  const log = createLog(settings.logLevel);
  await migrateDatabase(settings.databaseUrl);
  const seal = createPlatformSeal(settings.secret, settings.previousSecret);
  await requireSecret(settings.databaseUrl, seal);
  const db = openDatabase({
    url: settings.databaseUrl,
    maxConnections: 20,
    onIdleError: (error) => log.warn({ error }, 'database connection lost'),
  });
  let sandbox: Sandbox | undefined;
  try {
    const { dialect, secret, previousSecret, trustedProxies, trustedNetworks } = settings;
    const webhooks = { seal, allowsLoopback: settings.sandbox, logsAttempts: settings.sandbox };
    const { publicUrl, requiresPasskeys, databaseUrl, sandboxToken: token } = settings;
    const opened = settings.sandbox ? await openSandbox({ databaseUrl, ids: randomIds, log, token }) : undefined;
    sandbox = opened;
    const redeemLink = opened && ((token: string) => redeemOwnerLink(opened, token));
    const owners = { publicUrl, requiresPasskeys, secret, previousSecret, seal, redeemLink };
    const { exportStore } = settings;
    const exports = { seal, publicUrl, store: openFileStore(exportStore) };
    // not awaited: a shared folder whose server is away may never answer
    if ('folder' in exportStore) void checkFolder(log, exportStore.folder);
    const clock = sandbox ? clockOf(sandbox) : systemClock;
    const dependencies = { db, log, clock, realClock: systemClock, ids: randomIds };
    const metrics = createPlatformMetrics();
    const trusted = { trustedProxies, trustedNetworks };
    let isStopping = () => false;
    const requestLog = sandbox ? openRequestLog({ db, log, clock: systemClock }) : undefined;
    let queueAnalytics = async () => {};
    const app = createApp({
      ...dependencies,
      ...trusted,
      host: settings.host,
      metrics,
      webhooks,
      exports,
      owners,
      sandbox,
      queueAnalytics: () => queueAnalytics(),
      requestLog,
      dialect,
      isStopping: () => isStopping(),
    });
    const server = await openServer(app.fetch, settings, log);
    isStopping = server.isClosing;
    const { exportsDatabaseUrl } = settings;
    const { store } = exports;
    const jobs = await startJobs({ ...dependencies, metrics, webhooks, store, databaseUrl, exportsDatabaseUrl }).catch(
      async (error) => {
        await server.close();
        throw error;
      },
    );
    queueAnalytics = jobs.queueAnalytics; // the nights that have passed
    const deletion = sandbox ? startDeletingOldEntries({ db, log }) : undefined;
    const simulator = settings.simulator ? startSimulator(dependencies) : undefined;
    const onTrained = jobs.queueAnalytics; // a demo cannot wait for the nightly run
    const training = settings.demoTraining ? startDemoTraining({ ...dependencies, databaseUrl, onTrained }) : undefined;
    const { operator, atNight } = jobs;
    const newest = newestMigration(platformSchema.migrationsFolder);
    const watched = { operator, pools: { requests: db, workers: operator, night: atNight } };
    log.info({ url: server.url }, 'platform ready');
    return {
      url: server.url,
      ownerLink: sandbox && `${server.url}/console/link/${await createOwnerLink(sandbox, demoOwnerEmail)}`,
      metrics: { registry: metrics.registry, refresh: () => refreshMetrics(metrics, watched) },
      readReadiness: () => readReadiness(db, newest),
      stop: async () => {
        await server.close();
        const ofSandbox = [sandbox?.close(), requestLog?.flush(), deletion?.stop()];
        await Promise.all([jobs.stop(), simulator?.stop(), training?.stop(), ...ofSandbox]);
        await db.close();
      },
    };
  } catch (error) {
    await Promise.all([sandbox?.close(), db.close()]);
    throw error;
  }
}

async function requireSecret(url: string, seal: Seal): Promise<void> {
  const database = openOperatorDatabase({ url, maxConnections: 1 });
  try {
    await checkSecret(database, seal);
  } finally {
    await database.close();
  }
}

/** The random seed differs at every start. */
const startSimulator = (dependencies: Dependencies) =>
  startLiveSimulator({ ...dependencies, random: createRandom(dependencies.clock().getTime(), 'live') });
