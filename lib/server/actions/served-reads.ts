import 'server-only';
import { z } from 'zod';
import { glance } from '#lib/server/arrivals/glance.ts';
import { lookAtPresent } from '#lib/server/arrivals/look-at-present.ts';
import { readConfirmed } from '#lib/server/arrivals/read-confirmed.ts';
import { readToday } from '#lib/server/arrivals/read-today.ts';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { readCards, readPasses } from '#lib/server/cards/read-cards.ts';
import { listCorporateEndings } from '#lib/server/corporate-fitness/list-endings.ts';
import { readDemo } from '#lib/server/demo/outage.ts';
import { readLegacy } from '#lib/server/legacy-connectivity/read-legacy.ts';
import { readNotesView } from '#lib/server/members/notes.ts';
import { readProfile } from '#lib/server/members/read-profile.ts';
import { readRoles } from '#lib/server/members/roles.ts';
import { listVisits, visitsQuery } from '#lib/server/members/visits.ts';
import { readMigrations } from '#lib/server/migration/read-migrations.ts';
import { findPhotoUrl } from '#lib/server/photos/photos.ts';
import { readPresence } from '#lib/server/presence/list.ts';
import { readFloor } from '#lib/server/presence/read-floor.ts';
import { readProducts } from '#lib/server/products/read-products.ts';
import { directoryQuery } from '#lib/server/search/list.ts';
import { searchDirectory } from '#lib/server/search/search-directory.ts';
import { searchMembers } from '#lib/server/search/search-members.ts';
import { listColleagues } from '#lib/server/staff/list-colleagues.ts';
import { readStatus } from '#lib/server/status/read-status.ts';
import { readTasksOf } from '#lib/server/tasks/read-tasks.ts';
import { listVisitsOfDay, visitsOfDayQuery } from '#lib/server/visits/list-day.ts';
import { accountIdInput } from '#lib/wire/account-id.ts';
import { dayRangeInput } from '#lib/wire/corporate-fitness.ts';
import { searchInput } from '#lib/wire/directory.ts';
import type { Read } from '#lib/wire/reads/read.ts';
import type { ReadName, reads } from '#lib/wire/reads/registry.ts';
import { glanceInput, tapIdsInput } from '#lib/wire/taps.ts';

/** The server's half of a read: what may be asked for, and what reads it. Text of an address goes in, the answer comes out. */
interface ServedRead<Answer> {
  read(context: StaffContext, asked: unknown): Promise<Answer>;
}

/** @throws ZodError where what is asked for is not of the schema */
const serve = <Schema extends z.ZodType, Answer>(
  schema: Schema,
  read: (context: StaffContext, input: z.output<Schema>) => Promise<Answer>,
): ServedRead<Answer> => ({ read: async (context, asked) => read(context, schema.parse(asked)) });

type Registry = typeof reads;
export type ReadInput<Name extends ReadName> = NonNullable<Registry[Name]['input']>;
export type ReadAnswer<Name extends ReadName> =
  Registry[Name] extends Read<infer _Input, infer Answer> ? Answer : never;

const here = z.object({});
const ofMember = z.object({ accountId: accountIdInput });

/** What a read answers somebody at a location, whose permission is not asked here. */
export const answerOf = <Name extends ReadName>(
  context: StaffContext,
  name: Name,
  asked: unknown,
): Promise<ReadAnswer<Name>> => served[name].read(context, asked);

/** One that is missing, or answers something else than the browser is told, does not compile. */
const served: { [Name in ReadName]: ServedRead<ReadAnswer<Name>> } = {
  atAGlance: serve(glanceInput, async ({ desk, actor }, scan) => ({
    glance: await glance(desk.db, actor.location, scan),
  })),
  confirmedTaps: serve(z.object({ tapId: tapIdsInput }), ({ desk, actor }, { tapId }) =>
    readConfirmed(desk, actor, tapId),
  ),
  tapsOfToday: serve(here, ({ desk, actor }) => readToday(desk, actor)),
  presence: serve(here, ({ desk, actor }) => readPresence(desk, actor.location)),
  present: serve(ofMember, ({ desk, actor }, { accountId }) => lookAtPresent(desk, actor, accountId)),
  status: serve(here, ({ desk, actor }) => readStatus(desk, actor.location.id)),
  demo: serve(here, ({ desk, actor }) => readDemo(desk, actor.location)),
  floor: serve(here, ({ desk, actor }) => readFloor(desk, actor)),
  memberTasks: serve(ofMember, ({ desk, actor }, { accountId }) =>
    readTasksOf(desk.db, actor, accountId, desk.clock()),
  ),
  memberSearch: serve(searchInput, ({ desk, actor }, { q }) => searchMembers(desk, actor.location, q)),
  directory: serve(directoryQuery, ({ desk, actor }, asked) => searchDirectory(desk, actor.location, asked)),
  profile: serve(ofMember, ({ desk, actor }, { accountId }) => readProfile(desk, actor.location, accountId)),
  cards: serve(ofMember, ({ desk, actor }, { accountId }) => readCards(desk, actor.location, accountId)),
  passes: serve(ofMember, ({ desk, actor }, { accountId }) => readPasses(desk, actor.location, accountId)),
  notes: serve(ofMember, ({ desk, actor }, { accountId }) => readNotesView(desk, actor.location, accountId)),
  products: serve(ofMember, ({ desk, actor }, { accountId }) => readProducts(desk, actor.location, accountId)),
  roles: serve(ofMember, async ({ desk, actor }, { accountId }) => ({
    roles: await readRoles(desk, actor.location, accountId),
  })),
  memberVisits: serve(ofMember.extend(visitsQuery.shape), ({ desk, actor }, { accountId, after }) =>
    listVisits(desk.db, actor.location.id, accountId, after),
  ),
  photoPlace: serve(ofMember, async ({ desk, actor }, { accountId }) => ({
    photoUrl: await findPhotoUrl(desk.db, actor.location.id, accountId),
  })),
  visitsOfDay: serve(visitsOfDayQuery, ({ desk, actor }, asked) => listVisitsOfDay(desk.db, actor.location, asked)),
  corporateEndings: serve(dayRangeInput, ({ desk, actor }, range) => listCorporateEndings(desk, actor.location, range)),
  staff: serve(here, (context) => listColleagues(context)),
  legacy: serve(here, async (context) => ({ legacy: await readLegacy(context) })),
  migrations: serve(here, ({ desk, actor }) => readMigrations(desk.db, actor.location.id, desk.clock())),
};
