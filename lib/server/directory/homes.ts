import 'server-only';
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { isInUse, locationsInReach } from '#lib/server/base/locations.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { directorySyncs, members } from '#lib/server/db/schema/directory.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import type { LocationWork } from '#lib/server/due/location-work.ts';
import { listAccounts, pageSize } from '#lib/server/gym-api/accounts.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { mostMembers, stepAfter } from './list-end.ts';

/** Others have their turn after that; the next one goes on from there. */
const longestTurnMs = 10_000;
/** After that, the list has moved too far below a reading for its offset to mean anything. */
const longestReadingMs = 60 * 60_000;

/** Whether a member is one of the location's own is noted once a day, and only where another location might be their own. */
export const readingHomes: LocationWork = {
  kind: 'readHomes',
  everyMs: 60_000,
  locationsAt: (now) => sql`
    select ${directorySyncs.locationId} from ${directorySyncs}
    where ${directorySyncs.allReadAt} is not null
      and (${directorySyncs.homesReadAt} is null
        or ${directorySyncs.homesReadAt} <= ${new Date(now.getTime() - dayMs).toISOString()}::timestamptz)
      and ${directorySyncs.locationId} in (${locationsInReach()})
      and (select count(*) from ${locations} where ${isInUse}) > 1`,
  work: ({ desk, actor }) => readHomes(desk, actor.location, { longestMs: longestTurnMs }),
};

type Reading = Pick<DeskContext, 'db' | 'clock' | 'gymClientOf' | 'live'>;

/**
 * Reads whom the platform lists as members of this gym itself (`currentGymOnly`): an account does not say where it belongs.
 * @returns whether the time was over before the last page
 */
async function readHomes(
  desk: Reading,
  location: Location,
  { longestMs = Number.POSITIVE_INFINITY } = {},
): Promise<boolean> {
  const endsAt = performance.now() + longestMs;
  const gym = desk.gymClientOf(location);
  const isHere = eq(directorySyncs.locationId, location.id);
  const [sync] = await desk.db.select().from(directorySyncs).where(isHere);
  const now = new Date(desk.clock());
  const begun = sync?.homesStartedAt;
  const goesOn = begun && now.getTime() - begun.getTime() < longestReadingMs;
  const startedAt = goesOn ? begun : now;
  let offset = goesOn ? (sync?.homesOffset ?? 0) : 0;
  while (!desk.live.stopping.aborted) {
    const answer = await listAccounts(gym, { offset, since: null, isOwnGymOnly: true });
    if (!answer.ok) return false;
    const { items, unreadable, hasNext } = answer.value;
    const told = items.length + unreadable.length;
    // nobody, and yet more: it is asked again
    if (told === 0 && hasNext) return false;
    offset += stepAfter(told);
    const isLast = !(hasNext ?? told >= pageSize) || told === 0 || offset > mostMembers;
    await desk.db.transaction(async (tx) => {
      // the row is locked first, as the mirror does it: they write the same members
      await tx
        .update(directorySyncs)
        .set(
          isLast
            ? { homesStartedAt: null, homesOffset: 0, homesReadAt: startedAt }
            : { homesStartedAt: startedAt, homesOffset: offset },
        )
        .where(isHere);
      await noteHomes(
        tx,
        location.id,
        items.map(({ accountId }) => accountId),
        startedAt,
      );
      // one list may be wrong: with the first one nobody belongs elsewhere, and then whom neither of two told of
      if (isLast && sync?.homesReadAt) await forgetHomesBefore(tx, location.id, sync.homesReadAt);
    });
    if (isLast) return false;
    if (performance.now() >= endsAt) return true;
  }
  return false;
}

async function noteHomes(tx: Queryable, locationId: string, accountIds: string[], homeAt: Date): Promise<void> {
  if (accountIds.length === 0) return;
  await tx
    .update(members)
    .set({ homeAt })
    .where(and(eq(members.locationId, locationId), inArray(members.accountId, accountIds)));
}

/** Whoever was not listed since then belongs elsewhere now. */
async function forgetHomesBefore(tx: Queryable, locationId: string, moment: Date): Promise<void> {
  await tx
    .update(members)
    .set({ homeAt: null })
    .where(and(eq(members.locationId, locationId), lt(members.homeAt, moment)));
}
