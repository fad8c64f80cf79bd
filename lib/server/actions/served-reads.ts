import 'server-only';
import { z } from 'zod';
import { glance } from '#lib/server/arrivals/glance.ts';
import { lookAtPresent } from '#lib/server/arrivals/look-at-present.ts';
import { readConfirmed } from '#lib/server/arrivals/read-confirmed.ts';
import { readToday } from '#lib/server/arrivals/read-today.ts';
import { logQuery, readLog } from '#lib/server/audit/read-log.ts';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { findHolder } from '#lib/server/cards/find-holder.ts';
import { readCards, readPasses } from '#lib/server/cards/read-cards.ts';
import { readConnection } from '#lib/server/connection/read-connection.ts';
import { listCorporateEndings } from '#lib/server/corporate-fitness/list-endings.ts';
import { readDemo } from '#lib/server/demo/outage.ts';
import { readExportOrders } from '#lib/server/export-orders/read-orders.ts';
import { readGettingStarted } from '#lib/server/getting-started/read-steps.ts';
import { listGyms } from '#lib/server/gyms/list-gyms.ts';
import { readLegacy } from '#lib/server/legacy-connectivity/read-legacy.ts';
import { settingsTagOf } from '#lib/server/locations/settings-tag.ts';
import { readNotesView } from '#lib/server/members/notes.ts';
import { forgottenInput, readForgottenMembers } from '#lib/server/members/read-forgotten.ts';
import { readProfile } from '#lib/server/members/read-profile.ts';
import { readRoles } from '#lib/server/members/roles.ts';
import { listVisits, visitsQuery } from '#lib/server/members/visits.ts';
import { readMigrations } from '#lib/server/migration/read-migrations.ts';
import { optOutsQuery, readOptOutNotice, readOptOuts } from '#lib/server/opt-outs/read-opt-outs.ts';
import { outboxQuery, readOutbox } from '#lib/server/outbox/read-outbox.ts';
import { readPhotoPlace } from '#lib/server/photos/photos.ts';
import { readPresence } from '#lib/server/presence/list.ts';
import { readFloor } from '#lib/server/presence/read-floor.ts';
import { readProducts } from '#lib/server/products/read-products.ts';
import { readGymNow } from '#lib/server/reports/read-gym-now.ts';
import { readCurveOfToday } from '#lib/server/reports/read-today.ts';
import { directoryQuery } from '#lib/server/search/list.ts';
import { searchDirectory } from '#lib/server/search/search-directory.ts';
import { searchMembers } from '#lib/server/search/search-members.ts';
import { listColleagues } from '#lib/server/staff/list-colleagues.ts';
import { readManagersHere } from '#lib/server/staff/managers-here.ts';
import { readStatus } from '#lib/server/status/read-status.ts';
import { readTasksOf } from '#lib/server/tasks/read-tasks.ts';
import { readTrainingPulls } from '#lib/server/training/read-pulls.ts';
import { listVisitsOfDay, visitsOfDayQuery } from '#lib/server/visits/list-day.ts';
import { accountIdInput } from '#lib/wire/account-id.ts';
import { dayRangeInput } from '#lib/wire/corporate-fitness.ts';
import { searchInput } from '#lib/wire/directory.ts';
import { cardHolderInput } from '#lib/wire/readers.ts';
import type { Read } from '#lib/wire/reads/read.ts';
import type { ReadName, reads } from '#lib/wire/reads/registry.ts';
import { glanceInput, tapIdsInput } from '#lib/wire/taps.ts';
import { readTogether, togetherInput } from './read-together.ts';
import { type ServedRead, serve, type Takes } from './serve.ts';
import { shareAnswers } from './share-answers.ts';

type Registry = typeof reads;
export type ReadInput<Name extends ReadName> = NonNullable<Registry[Name]['input']>;
export type ReadAnswer<Name extends ReadName> =
  Registry[Name] extends Read<infer _Input, infer Answer> ? Answer : never;

const here = z.object({});
// what all windows of a location read after the same event
const sharedPresence = shareAnswers(readPresence);
const sharedStatus = shareAnswers(readStatus);
const sharedToday = shareAnswers(readToday);
const sharedGymNow = shareAnswers(readGymNow);
const sharedCurve = shareAnswers(readCurveOfToday);
const ofMember = z.object({ accountId: accountIdInput });

/** Runs a read for a person at a location. The permission has been checked before. */
export const answerOf = <Name extends ReadName>(
  context: StaffContext,
  { name, input }: { name: Name; input: unknown },
): Promise<ReadAnswer<Name>> => served[name].read(context, input);

/** A read that is missing, or takes or answers another type than the registry declares, does not compile. */
const served: { [Name in ReadName]: ServedRead<Takes<ReadInput<Name>>, ReadAnswer<Name>> } = {
  atAGlance: serve(glanceInput, glance),
  confirmedTaps: serve(z.object({ tapId: tapIdsInput }), readConfirmed),
  forgottenMembers: serve(forgottenInput, readForgottenMembers),
  tapsOfToday: serve(here, (context) => sharedToday(context, { mayOverride: context.actor.mayOverride })),
  presence: serve(here, (context) => sharedPresence(context, undefined)),
  present: serve(ofMember, lookAtPresent),
  readers: serve(here, async ({ actor }) => actor.location.readerProfiles),
  settingsTag: serve(here, async ({ desk, actor }) => settingsTagOf(desk, actor.location)),
  status: serve(here, (context) => sharedStatus(context, undefined)),
  managersHere: serve(here, readManagersHere),
  demo: serve(here, readDemo),
  floor: serve(here, readFloor),
  memberTasks: serve(ofMember, readTasksOf),
  memberSearch: serve(searchInput, searchMembers),
  directory: serve(directoryQuery, searchDirectory),
  profile: serve(ofMember, readProfile),
  cards: serve(ofMember, readCards),
  passes: serve(ofMember, readPasses),
  notes: serve(ofMember, readNotesView),
  products: serve(ofMember, readProducts),
  roles: serve(ofMember, readRoles),
  memberVisits: serve(ofMember.extend(visitsQuery.shape), listVisits),
  photoPlace: serve(ofMember, readPhotoPlace),
  visitsOfDay: serve(visitsOfDayQuery, listVisitsOfDay),
  corporateEndings: serve(dayRangeInput, listCorporateEndings),
  staff: serve(here, listColleagues),
  legacy: serve(here, readLegacy),
  connection: serve(here, readConnection),
  gettingStarted: serve(here, readGettingStarted),
  migrations: serve(here, readMigrations),
  gyms: serve(here, listGyms),
  optOuts: serve(optOutsQuery, readOptOuts),
  trainingPulls: serve(here, readTrainingPulls),
  typing: serve(here, async ({ staff }) => ({ staffId: staff.id })),
  exportOrders: serve(here, readExportOrders),
  optOutNotice: serve(here, readOptOutNotice),
  outbox: serve(outboxQuery, readOutbox),
  dayCurve: serve(here, (context) => sharedCurve(context, undefined)),
  gymNow: serve(here, (context) => sharedGymNow(context, undefined)),
  auditEntries: serve(logQuery, readLog),
  cardHolder: serve(cardHolderInput, findHolder),
  together: serve(togetherInput, (context, input) => readTogether(context, input, answerOf)),
};
