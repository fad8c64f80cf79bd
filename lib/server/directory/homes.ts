import 'server-only';
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { AccountPageAsRead } from '#contracts/v2/accounts.ts';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { isInUse, locationsInReach } from '#lib/server/base/locations.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type DirectorySync, directorySyncs, members } from '#lib/server/db/schema/directory.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import type { LocationWork } from '#lib/server/due/location-work.ts';
import { listAccounts } from '#lib/server/gym-api/accounts.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { countOnPage, endOfList, isRepeatOf, isToCompare, type ListEnd, stepAfter } from './list-end.ts';

/** The longest turn; other locations have theirs next, and the next turn continues from the stored offset. */
const longestTurnMs = 10_000;
/** After this, the list has changed too much for the offset to be meaningful, and the pass starts over. */
const longestReadingMs = 60 * 60_000;
/** Stored in place of the next offset if the list does not end. The next attempt begins `longestReadingMs` after the last one began. */
const givenUp = -1;

/** Reads once a day which members belong to this location itself, where the desk has several. */
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
  work: (context) => readHomes(context, { longestMs: longestTurnMs }),
};

type Reading = Pick<DeskContext, 'db' | 'clock' | 'gymClientOf' | 'live'>;

/**
 * Reads the members of this gym itself (`currentGymOnly`), as an account does not name its home gym.
 * @returns whether the turn ended before the last page
 */
export async function readHomes(
  { desk, actor: { location } }: LocationContext<Reading>,
  { longestMs }: { longestMs: number },
): Promise<boolean> {
  const endsAt = performance.now() + longestMs;
  const gym = desk.gymClientOf(location);
  const isHere = eq(directorySyncs.locationId, location.id);
  const [sync] = await desk.db.select().from(directorySyncs).where(isHere);
  const now = new Date(desk.clock());
  const begun = sync?.homesStartedAt;
  const goesOn = begun && now.getTime() - begun.getTime() < longestReadingMs;
  if (goesOn && sync.homesOffset === givenUp) return false;
  const startedAt = goesOn ? begun : now;
  let offset = goesOn ? (sync?.homesOffset ?? 0) : 0;
  let before: AccountPageAsRead | null = null;
  while (!desk.live.stopping.aborted) {
    const answer = await listAccounts(gym, { offset, since: null, isOwnGymOnly: true });
    if (!answer.ok) return false;
    const page: AccountPageAsRead = answer.value;
    const isRepeated = isRepeatOf(page, before);
    const end = endOfList(page, { offset, total: page.total, isPartial: true, isRepeated });
    // an empty page that announces another one is contradictory: it is read again in the next turn
    if (end === 'cutShort') return false;
    offset += stepAfter(countOnPage(page));
    await desk.db.transaction(async (tx) => {
      // locks the row of the mirror first: the mirror writes the same members
      await tx.update(directorySyncs).set(progressAfter(end, { startedAt, offset })).where(isHere);
      await markHomes(
        tx,
        location.id,
        page.items.map(({ accountId }) => accountId),
        startedAt,
      );
      // a single list may be wrong: only members who were missing from two in succession lose their home
      if (end === 'whole' && sync?.homesReadAt) await clearHomesBefore(tx, location.id, sync.homesReadAt);
    });
    if (end !== 'goesOn') return false;
    if (performance.now() >= endsAt && !isToCompare(page, before)) return true;
    before = page;
  }
  return false;
}

/** The list counts as read only at its end, because members who were not on it then count as members of other gyms. */
function progressAfter(
  end: Exclude<ListEnd, 'cutShort'>,
  { startedAt, offset }: { startedAt: Date; offset: number },
): Partial<DirectorySync> {
  if (end === 'goesOn') return { homesStartedAt: startedAt, homesOffset: offset };
  if (end === 'endless') return { homesStartedAt: startedAt, homesOffset: givenUp };
  return { homesStartedAt: null, homesOffset: 0, homesReadAt: startedAt };
}

async function markHomes(tx: Queryable, locationId: string, accountIds: string[], homeAt: Date): Promise<void> {
  if (accountIds.length === 0) return;
  await tx
    .update(members)
    .set({ homeAt })
    .where(and(eq(members.locationId, locationId), inArray(members.accountId, accountIds)));
}

/** Members who have not been listed since then are no longer members of this gym itself. */
async function clearHomesBefore(tx: Queryable, locationId: string, moment: Date): Promise<void> {
  await tx
    .update(members)
    .set({ homeAt: null })
    .where(and(eq(members.locationId, locationId), lt(members.homeAt, moment)));
}
