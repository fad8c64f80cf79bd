import 'server-only';
import { randomUUID } from 'node:crypto';
import { findAnswer } from '#lib/server/actions/find-answer.ts';
import { openBadgeKey } from '#lib/server/auth/badge/badge-key.ts';
import { cacheEndedSessions } from '#lib/server/auth/session/ended-sessions.ts';
import { sessionTest } from '#lib/server/auth/session/session-token.ts';
import { offerSetUp, watchSetUp } from '#lib/server/auth/set-up.ts';
import { watchClockOfMachine } from '#lib/server/base/clock-of-machine.ts';
import { watchCrowd } from '#lib/server/base/crowd.ts';
import { type DeskContext, leaveStartedDesk, type WatchedDesk } from '#lib/server/base/desk-context.ts';
import type { Env } from '#lib/server/base/env.ts';
import type { VisitKey } from '#lib/server/base/queues.ts';
import { readReadiness } from '#lib/server/base/readiness.ts';
import { runEvery } from '#lib/server/base/run-every.ts';
import { createStorageWatch } from '#lib/server/base/storage-watch.ts';
import { confirmationQueueName, createConfirmer } from '#lib/server/confirmation/confirmer.ts';
import { openDatabase } from '#lib/server/db/client.ts';
import { deskSchema, migrateDatabase } from '#lib/server/db/migrate.ts';
import { startJobs } from '#lib/server/jobs/boss-jobs.ts';
import { startLiveEvents } from '#lib/server/live/live-listener.ts';
import { ensureFirstLocation } from '#lib/server/locations/add-location.ts';
import { checkSecret } from '#lib/server/locations/check-secret.ts';
import { findEnvironmentDrift } from '#lib/server/locations/environment-drift.ts';
import { knowLocations } from '#lib/server/locations/known-locations.ts';
import { createLog } from '#lib/server/log/log.ts';
import { createMailer } from '#lib/server/mail/mailer.ts';
import { createDeskMetrics } from '#lib/server/metrics/desk-metrics.ts';
import { newestMigration } from '#shared/database/schema-state.ts';
import { createGymClients } from './gym-clients.ts';
import { refreshMetrics } from './refresh-metrics.ts';
import { startBackground } from './start-background.ts';

/** The size of the connection pool of background work, however many locations there are. */
const backgroundConnections = 4;

/** How soon a change of the clock is noticed without any request. */
const lookAtClockMs = 1_000;

/**
 * Starts the desk, and leaves it where requests and the launcher find it.
 * @throws EnvironmentError where there is no location and the environment names none, or where the secret does not match
 */
export async function startDesk(env: Env): Promise<WatchedDesk> {
  const log = createLog();
  const clock = () => Date.now();
  const newId = () => randomUUID();
  const clockWatch = watchClockOfMachine(clock, newId);
  await migrateDatabase(env.DESK_DATABASE_URL);
  const stops: (() => Promise<void>)[] = [];
  let endLive = async () => {};
  let readStatusAgain = () => {};
  let endBackground = async () => {};
  let backgroundEnded: Promise<void> = Promise.resolve();
  const stop: WatchedDesk['stop'] = async (answerRequests = async () => {}) => {
    backgroundEnded = endBackground();
    // open event streams would delay the end of the requests
    await Promise.all([answerRequests(), endLive()]);
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    const onConnectionLost = (error: Error) => log.warn({ error }, 'a connection to the database was lost');
    const storage = createStorageWatch(log, () => readStatusAgain());
    const onDatabaseEvent = { onConnectionLost, onRefusal: storage.report };
    const database = openDatabase(env.DESK_DATABASE_URL, onDatabaseEvent);
    const backgroundDatabase = openDatabase(env.DESK_DATABASE_URL, {
      name: 'front-desk background',
      maxConnections: backgroundConnections,
      // its statements claim rows by partial indexes, which a plan for any parameters cannot use
      preparesRepeated: false,
      ...onDatabaseEvent,
    });
    // a look-up has little time, and waits neither behind a rush of scans nor behind background work
    const limitDatabase = openDatabase(env.DESK_DATABASE_URL, {
      name: 'front-desk limit',
      // the first scan after a quiet time does not wait for a new one
      minConnections: 1,
      maxConnections: 2,
      waitForConnectionMs: 2_000,
      longestStatementMs: 2_000,
      ...onDatabaseEvent,
    });
    const databases = [database, backgroundDatabase, limitDatabase];
    stops.push(async () => void (await Promise.all(databases.map(({ close }) => close()))));
    const { db } = database;
    await ensureFirstLocation(db, { env, id: newId(), now: new Date(clock()) });
    const { DESK_SECRET: secret, DESK_SECRET_PREVIOUS: previousSecret } = env;
    await checkSecret(db, { secret, previousSecret });
    const badgeKey = await openBadgeKey(db, { secret, previousSecret });
    const notice = await findEnvironmentDrift(db, env);
    const jobs = await startJobs(env.DESK_DATABASE_URL, log, { clock, onRefusal: storage.report });
    stops.push(() => backgroundEnded);
    stops.push(jobs.stop);
    const visitKeyOf = ({ locationId, tapId }: VisitKey) => ({ locationId, tapId });
    const confirmationQueue = await jobs.open(confirmationQueueName, visitKeyOf);
    stops.push(
      runEvery(log, { name: 'watching the clock', everyMs: lookAtClockMs, run: async () => clockWatch.look() }),
    );
    const crowd = watchCrowd();
    const live = await startLiveEvents(env.DESK_DATABASE_URL, log, { crowd });
    // within this process, since NOTIFY may fail too while the database cannot write
    readStatusAgain = () => live.tellAll('status');

    const metrics = createDeskMetrics();
    const { DESK_URL: url, DESK_VERSION: version } = env;
    const told = { url, version, demoPlatformUrl: env.DEMO_PLATFORM_URL, securityContact: env.DESK_SECURITY_CONTACT };
    const environmentUrls = [env.GYM_API_URL, env.GYM_V1_URL, env.GYM_EXPORT_URL].filter(
      (given) => given !== undefined,
    );
    const mailer = createMailer({ url: env.SMTP_URL, from: env.SMTP_FROM });
    const core = {
      db,
      clock,
      clockWatch,
      storage,
      crowd,
      newId,
      secret,
      previousSecret,
      badgeKey,
      ...told,
      environmentUrls,
      mailer,
      confirmationQueue,
      live,
      log,
      metrics,
    };
    const dbs = { backgroundDb: backgroundDatabase.db, limitDb: limitDatabase.db };
    const desk: DeskContext = { ...core, gymClientOf: createGymClients(core, dbs) };
    const background: DeskContext = { ...desk, db: backgroundDatabase.db };
    const confirmer = createConfirmer(desk);
    // between the two, since retries of jobs may begin in another process at once
    stops.splice(2, 0, confirmer.release);
    endLive = live.stop;

    await confirmationQueue.work(confirmer.send, live.subscribeDue);
    endBackground = await startBackground({ desk, background, subscribeDue: live.subscribeDue });
    const newest = newestMigration(deskSchema.migrationsFolder);
    const watched = {
      ...desk,
      pools: { requests: database, background: backgroundDatabase, limit: limitDatabase },
      countWindows: live.countWindows,
    };
    const started: WatchedDesk = {
      desk,
      background,
      stop,
      readReadiness: () => readReadiness(db, newest),
      refreshMetrics: () => refreshMetrics(watched),
      setUpLink: await offerSetUp(desk),
      isSetUpOpen: watchSetUp(desk),
      locationNamed: knowLocations(db, desk),
      hasSession: sessionTest(desk, cacheEndedSessions(desk)),
      findAnswer,
      notice,
    };
    leaveStartedDesk(started);
    log.info({}, 'the desk has started');
    return started;
  } catch (error) {
    await stop();
    throw error;
  }
}
