import 'server-only';
import { randomUUID } from 'node:crypto';
import { openBadgeKey } from '#lib/auth/badge/badge-key.ts';
import { forgetSignInFailures } from '#lib/auth/forget-failures.ts';
import { offerSetUp } from '#lib/auth/set-up.ts';
import { openDatabase } from '#lib/db/client.ts';
import { migrateDatabase, migrationsFolderOfDesk } from '#lib/db/migrate.ts';
import { newestMigration } from '#lib/db/schema-state.ts';
import type { Env } from '#lib/env.ts';
import { createLog } from '#lib/log.ts';
import { createDeskMetrics } from '#lib/metrics/desk-metrics.ts';
import { refreshMetrics } from '#lib/metrics/refresh-metrics.ts';
import { closeLocations } from './closing/close.ts';
import { type Desk, leaveStartedDesk, type WatchedDesk } from './desk.ts';
import { forgetOldMarks } from './directory/forgotten.ts';
import { mirrorDirectories } from './directory/mirror.ts';
import { inRounds } from './in-rounds.ts';
import { makeLegacyAttemptsDue } from './legacy-connectivity/attempts.ts';
import { sendDueAlives } from './legacy-connectivity/send-due-alives.ts';
import { startLiveEvents } from './live/live-listener.ts';
import { checkSecret } from './locations/check-secret.ts';
import { ensureFirstLocation } from './locations/first-location.ts';
import { createGymOf } from './locations/gym-of.ts';
import { tellDifferences } from './locations/tell-differences.ts';
import { forgetOldMigrations } from './migration/forget.ts';
import { workMigrations } from './migration/work.ts';
import { startJobs } from './outbox/boss-jobs.ts';
import { readReadiness } from './readiness.ts';
import { repeat } from './repeat.ts';
import { expireRecords } from './retention/expire.ts';
import { knockAtLostPlatforms } from './status/knock.ts';
import type { ChangeKey } from './tasks/change-queue.ts';
import { mirrorAllTasks } from './tasks/mirror.ts';
import { createChangeSender } from './tasks/sender.ts';
import { forgetOldChanges, sweepTaskChanges } from './tasks/sweep.ts';
import { createConfirmer } from './visits/confirmer.ts';
import { createVisitSender } from './visits/sender.ts';
import { sweepLedger } from './visits/sweep.ts';
import { forgetOldTaps } from './visits/tap-memory.ts';
import type { VisitKey } from './visits/visit-queue.ts';
import { introduceStrangers } from './webhooks/introduce.ts';
import { keepWebhooksRegistered } from './webhooks/register.ts';
import { makeRegistrationsDue } from './webhooks/registration.ts';
import { workInbox } from './webhooks/work-inbox.ts';

const sweepEveryMs = 10_000;
const closeEveryMs = 15_000;
const knockEveryMs = 5_000;
const mirrorEveryMs = 60_000;
const mirrorTasksEveryMs = 15_000;
const registerEveryMs = 5_000;
const sendAlivesEveryMs = 5_000;
const workInboxEveryMs = 5_000;
const introduceEveryMs = 30_000;
const migrateEveryMs = 2_000;
const forgetEveryMs = 60 * 60_000;

/**
 * Starts everything of the desk that is not a request, and leaves it where requests and the launcher find it.
 * @throws EnvironmentError where there is no location and the environment names none, or the secret is another one
 */
export async function startDesk(env: Env): Promise<WatchedDesk> {
  const log = createLog();
  const clock = () => Date.now();
  const newId = () => randomUUID();
  await migrateDatabase(env.DESK_DATABASE_URL);
  const loops: (() => Promise<void>)[] = [];
  const stops: (() => Promise<void>)[] = [];
  let endLive = async () => {};
  let loopsEnded: Promise<unknown> = Promise.resolve();
  const stop: WatchedDesk['stop'] = async (answerRequests = async () => {}) => {
    loopsEnded = Promise.all(loops.map((end) => end()));
    // what screens hold open would hold up the end of the requests
    await Promise.all([answerRequests(), endLive()]);
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    const database = openDatabase(env.DESK_DATABASE_URL, {
      onConnectionLost: (error) => log.warn({ error }, 'a connection to the database was lost'),
    });
    stops.push(database.close);
    const { db } = database;
    await ensureFirstLocation(db, env, { id: newId(), now: new Date(clock()) });
    const { DESK_SECRET: secret, DESK_SECRET_PREVIOUS: previousSecret } = env;
    await checkSecret(db, secret, previousSecret);
    const badgeKey = await openBadgeKey(db, { secret, previousSecret });
    const notice = await tellDifferences(db, env);
    const jobs = await startJobs(env.DESK_DATABASE_URL, log);
    stops.push(async () => void (await Promise.all([jobs.stop(), loopsEnded])));
    const visitKeyOf = ({ locationId, tapId }: VisitKey) => ({ locationId, tapId });
    const visitQueue = await jobs.open('send-visit', visitKeyOf);
    const confirmationQueue = await jobs.open('confirm-visit', visitKeyOf);
    const taskQueue = await jobs.open<ChangeKey>('send-task-change', ({ locationId, changeId }) => ({
      locationId,
      changeId,
    }));
    const live = await startLiveEvents(env.DESK_DATABASE_URL, log);

    const metrics = createDeskMetrics();
    const queues = { visitQueue, confirmationQueue, taskQueue };
    const { DESK_URL: url, DESK_VERSION: version } = env;
    const core = { db, clock, newId, secret, previousSecret, badgeKey, url, version, ...queues, live, log, metrics };
    const desk: Desk = { ...core, gymOf: createGymOf(core) };
    const visitSender = createVisitSender(desk);
    const confirmer = createConfirmer(desk);
    const changeSender = createChangeSender(desk);
    stops.splice(1, 0, visitSender.release, confirmer.release, changeSender.release);
    endLive = live.stop;

    await visitQueue.work(visitSender.send);
    await confirmationQueue.work(confirmer.send);
    await taskQueue.work(changeSender.send);
    const mirrorTasks = inRounds(async () => {
      if (!live.stopping.aborted) await mirrorAllTasks(desk);
    });
    // tasks of a member nobody knew yet were left out
    const mirrorMembers = () => mirrorDirectories(desk).then(mirrorTasks);
    await makeRegistrationsDue(db, new Date(clock()));
    await makeLegacyAttemptsDue(db, new Date(clock()));
    loops.push(
      repeat('sweeping the ledger', sweepEveryMs, () => sweepLedger(desk), log),
      repeat('closing time', closeEveryMs, () => closeLocations(desk), log),
      repeat('sweeping task changes', sweepEveryMs, () => sweepTaskChanges(desk), log),
      repeat('knocking at platforms', knockEveryMs, () => knockAtLostPlatforms(desk), log),
      repeat('mirroring directories', mirrorEveryMs, mirrorMembers, log),
      repeat('mirroring tasks', mirrorTasksEveryMs, mirrorTasks, log),
      repeat('forgetting old taps', forgetEveryMs, () => forgetOldTaps(db, clock()), log),
      repeat('forgetting old task changes', forgetEveryMs, () => forgetOldChanges(db, clock()), log),
      repeat('registering webhooks', registerEveryMs, () => keepWebhooksRegistered(desk), log),
      repeat('telling legacy interfaces', sendAlivesEveryMs, () => sendDueAlives(desk), log),
      repeat('working the inbox', workInboxEveryMs, () => workInbox(desk), log),
      repeat('looking up who was seen elsewhere', introduceEveryMs, () => introduceStrangers(desk), log),
      repeat('migrating members', migrateEveryMs, () => workMigrations(desk), log),
      repeat('forgetting old lists of migrations', forgetEveryMs, () => forgetOldMigrations(db, clock()), log),
      repeat('deleting old records', forgetEveryMs, () => expireRecords(desk), log),
      repeat('forgetting old failures to sign in', forgetEveryMs, () => forgetSignInFailures(db, clock()), log),
      repeat('forgetting who was forgotten', forgetEveryMs, () => forgetOldMarks(db, clock()), log),
    );
    const newest = newestMigration(migrationsFolderOfDesk);
    const watched = { ...desk, pools: { requests: database }, countWindows: live.countWindows };
    const started: WatchedDesk = {
      desk,
      stop,
      readReadiness: () => readReadiness(db, newest),
      refreshMetrics: () => refreshMetrics(watched),
      setUpLink: await offerSetUp(desk),
      notice,
    };
    leaveStartedDesk(started);
    log.info('the desk has started');
    return started;
  } catch (error) {
    await stop();
    throw error;
  }
}
