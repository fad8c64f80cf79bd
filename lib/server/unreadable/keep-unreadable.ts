import 'server-only';
import { and, eq, ne, or } from 'drizzle-orm';
import { notifyLive } from '#lib/server/base/live-events.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type MirroredList, type UnreadableList, unreadableLists } from '#lib/server/db/schema/unreadable-lists.ts';

/** Stores how much of a list could not be read, for the manager's banner; deletes the row of a list that was read completely. */
export async function keepUnreadable(
  tx: Queryable,
  { locationId, list, ...state }: UnreadableList & { locationId: string },
): Promise<void> {
  const isRow = and(eq(unreadableLists.locationId, locationId), eq(unreadableLists.list, list));
  const isWhole = state.count === 0 && !state.isEndless && !state.isCutShort;
  const changed = isWhole
    ? await tx.delete(unreadableLists).where(isRow).returning()
    : await tx
        .insert(unreadableLists)
        .values({ locationId, list, ...state })
        .onConflictDoUpdate({
          target: [unreadableLists.locationId, unreadableLists.list],
          set: state,
          setWhere: or(
            ne(unreadableLists.count, state.count),
            ne(unreadableLists.isEndless, state.isEndless),
            ne(unreadableLists.isCutShort, state.isCutShort),
          ),
        })
        .returning();
  if (changed.length > 0) await notifyLive(tx, { locationId, event: 'status' });
}

const { list, count, isEndless, isCutShort } = unreadableLists;
export const unreadableColumns = { list, count, isEndless, isCutShort };

/** How much of a list could not be read the last time; null where it was read completely. */
export async function readUnreadable(
  db: Queryable,
  { locationId, list }: { locationId: string; list: MirroredList },
): Promise<UnreadableList | null> {
  const isRow = and(eq(unreadableLists.locationId, locationId), eq(unreadableLists.list, list));
  const [found] = await db.select(unreadableColumns).from(unreadableLists).where(isRow);
  return found ?? null;
}
