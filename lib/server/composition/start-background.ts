import 'server-only';
import { forgetSignInFailures } from '#lib/server/auth/forget-failures.ts';
import { startLocationWork } from '#lib/server/background/location-worker.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { forgetOldMarks } from '#lib/server/base/forgotten.ts';
import { runEvery } from '#lib/server/base/run-every.ts';
import { closeLocations } from '#lib/server/closing/close.ts';
import { readingHomes } from '#lib/server/directory/homes.ts';
import { mirroringMembers } from '#lib/server/directory/mirror.ts';
import { makeLegacyAttemptsDue } from '#lib/server/legacy-connectivity/attempts.ts';
import { sendDueAlives } from '#lib/server/legacy-connectivity/send-due-alives.ts';
import { askingForAbsent } from '#lib/server/members/ask-absent.ts';
import { forgetOldMigrations } from '#lib/server/migration/forget.ts';
import { workMigrations } from '#lib/server/migration/work.ts';
import { expireRecords } from '#lib/server/retention/expire.ts';
import { probingLostPlatforms } from '#lib/server/status/probe-lost-platforms.ts';
import { forgetOldTaps } from '#lib/server/taps/tap-memory.ts';
import { forgetOldChanges, sweepTaskChanges } from '#lib/server/tasks/ledger.ts';
import { mirroringTasks } from '#lib/server/tasks/mirror.ts';
import { sweepLedger } from '#lib/server/visits/ledger.ts';
import { keepWebhooksRegistered } from '#lib/server/webhooks/register.ts';
import { makeRegistrationsDue } from '#lib/server/webhooks/registration.ts';
import { resolvingUnknownMembers } from '#lib/server/webhooks/resolve-unknown-members.ts';
import { workInbox } from '#lib/server/webhooks/work-inbox.ts';

const sweepEveryMs = 10_000;
const closeEveryMs = 15_000;
const registerEveryMs = 5_000;
const sendAlivesEveryMs = 5_000;
const workInboxEveryMs = 5_000;
const migrateEveryMs = 2_000;
const forgetEveryMs = 60 * 60_000;

/**
 * Starts what a desk does without being asked.
 * @param desk its database is a pool of the background's own
 * @returns what ends it, in a few seconds
 */
export async function startBackground(desk: DeskContext): Promise<() => Promise<void>> {
  const { db, clock, log } = desk;
  await makeRegistrationsDue(db, new Date(clock()));
  await makeLegacyAttemptsDue(db, new Date(clock()));
  const loops = [
    startLocationWork(desk, [
      ...[mirroringMembers, askingForAbsent, readingHomes],
      ...[mirroringTasks, resolvingUnknownMembers],
    ]),
    // apart, as a lost platform is silent for most of the time
    startLocationWork(desk, [probingLostPlatforms]),
    runEvery('sweeping the ledger', sweepEveryMs, () => sweepLedger(desk), log),
    runEvery('closing time', closeEveryMs, () => closeLocations(desk), log),
    runEvery('sweeping task changes', sweepEveryMs, () => sweepTaskChanges(desk), log),
    runEvery('forgetting old taps', forgetEveryMs, () => forgetOldTaps(db, clock()), log),
    runEvery('forgetting old task changes', forgetEveryMs, () => forgetOldChanges(db, clock()), log),
    runEvery('registering webhooks', registerEveryMs, () => keepWebhooksRegistered(desk), log),
    runEvery('telling legacy interfaces', sendAlivesEveryMs, () => sendDueAlives(desk), log),
    runEvery('working the inbox', workInboxEveryMs, () => workInbox(desk), log),
    runEvery('migrating members', migrateEveryMs, () => workMigrations(desk), log),
    runEvery('forgetting old lists of migrations', forgetEveryMs, () => forgetOldMigrations(db, clock()), log),
    runEvery('deleting old records', forgetEveryMs, () => expireRecords(desk), log),
    runEvery('forgetting old failures to sign in', forgetEveryMs, () => forgetSignInFailures(db, clock()), log),
    runEvery('forgetting who was forgotten', forgetEveryMs, () => forgetOldMarks(db, clock()), log),
  ];
  return async () => void (await Promise.all(loops.map((end) => end())));
}
