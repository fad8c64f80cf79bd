import 'server-only';
import { forgetSignInFailures } from '#lib/server/auth/forget-failures.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { forgetOldMarks } from '#lib/server/base/forgotten.ts';
import { closeLocations } from '#lib/server/closing/close.ts';
import { readingHomes } from '#lib/server/directory/homes.ts';
import { mirroringMembers } from '#lib/server/directory/mirror.ts';
import { openLanes } from '#lib/server/due/lanes.ts';
import { locationWorkDue, syncingWorkRows } from '#lib/server/due/location-work.ts';
import { type Due, type Round, type SubscribeDue, startWorker } from '#lib/server/due/worker.ts';
import { followingExportOrders } from '#lib/server/export-orders/follow-orders.ts';
import { makeLegacyAttemptsDue } from '#lib/server/legacy-connectivity/attempts.ts';
import { sendingAlives } from '#lib/server/legacy-connectivity/send-due-alives.ts';
import { askingForAbsent } from '#lib/server/members/ask-absent.ts';
import { forgetOldMessages } from '#lib/server/messages/ledger.ts';
import { sendingMessages } from '#lib/server/messages/send-held.ts';
import { forgetOldMigrations } from '#lib/server/migration/forget.ts';
import { migrationsDue } from '#lib/server/migration/work.ts';
import { matchingOptedOut } from '#lib/server/opt-outs/match-opted-out.ts';
import { countingForReports } from '#lib/server/reports/count-for-reports.ts';
import { expireRecords } from '#lib/server/retention/expire.ts';
import { probingLostPlatforms } from '#lib/server/status/probe-lost-platforms.ts';
import { deleteExpiredAnswers } from '#lib/server/taps/idempotency-store.ts';
import { forgetOldChanges } from '#lib/server/tasks/ledger.ts';
import { mirroringTasks } from '#lib/server/tasks/mirror.ts';
import { sendingTaskChanges } from '#lib/server/tasks/send-change.ts';
import { pullingTraining } from '#lib/server/training/pull-training.ts';
import { sendingVisits } from '#lib/server/visit-sending/send-visit.ts';
import { registeringWebhooks } from '#lib/server/webhooks/register.ts';
import { makeRegistrationsDue, prepareRegistrations } from '#lib/server/webhooks/registration.ts';
import { resolvingUnknownMembers } from '#lib/server/webhooks/resolve-unknown-members.ts';
import { workInbox } from '#lib/server/webhooks/work-inbox.ts';
import { hourMs } from '#shared/calendar/durations.ts';

const secondMs = 1_000;

/** The periodic work of locations, in groups that share the concurrency of a process. */
const ofLocations = {
  short: [mirroringMembers, askingForAbsent, readingHomes, mirroringTasks, resolvingUnknownMembers],
  // an unreachable platform usually runs into the timeout
  probes: [probingLostPlatforms],
  // a list of a whole gym takes long
  wholeGyms: [matchingOptedOut],
  // the training of a gym is some hundred pages, and nobody waits for it
  training: [pullingTraining],
  // people watch their orders
  exportOrders: [followingExportOrders],
  // nobody waits for it, and counting takes processor time
  counts: [countingForReports],
};

/** The work that is due per location or row. */
function dueOf({ desk: ofPeople, background: desk }: Started): Due[] {
  const registering = registeringWebhooks(desk);
  const alives = sendingAlives(desk);
  return [
    locationWorkDue(desk, ofLocations.short),
    locationWorkDue(desk, ofLocations.probes),
    locationWorkDue(desk, ofLocations.wholeGyms),
    locationWorkDue(desk, ofLocations.training, { atOnce: 2 }),
    locationWorkDue(desk, ofLocations.exportOrders),
    locationWorkDue(desk, ofLocations.counts, { atOnce: 1 }),
    {
      name: registering.name,
      lanes: openLanes(desk, registering),
      prepare: { everyMs: 5 * secondMs, run: () => prepareRegistrations(desk) },
    },
    { name: alives.name, lanes: openLanes(desk, alives), lookEveryMs: 5 * secondMs },
    // on the pool of requests, since people watch its progress on their screens
    sendingVisits(ofPeople),
    sendingTaskChanges(ofPeople),
    sendingMessages(desk),
    migrationsDue(desk),
  ];
}

/** Periodic work for all locations together. */
const roundsOf = (desk: DeskContext): Round[] => [
  syncingWorkRows(desk, Object.values(ofLocations).flat()),
  { name: 'working the inbox', everyMs: 5 * secondMs, run: () => workInbox(desk) },
  { name: 'closing time', everyMs: 15 * secondMs, run: () => closeLocations(desk) },
  { name: 'deleting old records', everyMs: hourMs, run: () => expireRecords(desk) },
  { name: 'deleting expired answers to taps', everyMs: hourMs, run: () => deleteExpiredAnswers(desk.db, desk.clock()) },
  { name: 'forgetting old task changes', everyMs: hourMs, run: () => forgetOldChanges(desk.db, desk.clock()) },
  { name: 'forgetting old messages', everyMs: hourMs, run: () => forgetOldMessages(desk.db, desk.clock()) },
  {
    name: 'forgetting old lists of migrations',
    everyMs: hourMs,
    run: () => forgetOldMigrations(desk.db, desk.clock()),
  },
  {
    name: 'forgetting old failures to sign in',
    everyMs: hourMs,
    run: () => forgetSignInFailures(desk.db, desk.clock()),
  },
  { name: 'forgetting who was forgotten', everyMs: hourMs, run: () => forgetOldMarks(desk.db, desk.clock()) },
];

interface Started {
  desk: DeskContext;
  /** The same desk, with the connection pool of background work. */
  background: DeskContext;
  subscribeDue?: SubscribeDue;
}

/**
 * Starts the background work of a desk.
 * @returns stops it within a few seconds
 */
export async function startBackground(started: Started): Promise<() => Promise<void>> {
  const { background, subscribeDue } = started;
  const now = new Date(background.clock());
  await makeRegistrationsDue(background.db, now);
  await makeLegacyAttemptsDue(background.db, now);
  const toDo = { due: dueOf(started), rounds: roundsOf(background), ...(subscribeDue && { subscribeDue }) };
  return startWorker(background, toDo);
}
