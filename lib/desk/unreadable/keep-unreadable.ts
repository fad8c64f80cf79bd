import 'server-only';
import { and, eq, ne, or } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import { type MirroredList, type UnreadableList, unreadableLists } from '#lib/db/schema/unreadable-lists.ts';
import { notifyLive } from '#lib/desk/base/live-events.ts';

/** Keeps how much of a list could not be read, for the manager's banner; nothing of a list that was read whole. */
export async function keepUnreadable(
  tx: Queryable,
  locationId: string,
  { list, count, isEndless }: UnreadableList,
): Promise<void> {
  const isRow = and(eq(unreadableLists.locationId, locationId), eq(unreadableLists.list, list));
  const isWhole = count === 0 && !isEndless;
  const changed = isWhole
    ? await tx.delete(unreadableLists).where(isRow).returning()
    : await tx
        .insert(unreadableLists)
        .values({ locationId, list, count, isEndless })
        .onConflictDoUpdate({
          target: [unreadableLists.locationId, unreadableLists.list],
          set: { count, isEndless },
          setWhere: or(ne(unreadableLists.count, count), ne(unreadableLists.isEndless, isEndless)),
        })
        .returning();
  if (changed.length > 0) await notifyLive(tx, locationId, 'status');
}

/** How much of a list could not be read the last time; null where it was read whole. */
export async function readUnreadable(
  db: Queryable,
  locationId: string,
  list: MirroredList,
): Promise<UnreadableList | null> {
  const found = await readUnreadableLists(db, locationId);
  return found.find((one) => one.list === list) ?? null;
}

export function readUnreadableLists(db: Queryable, locationId: string): Promise<UnreadableList[]> {
  const { list, count, isEndless } = unreadableLists;
  return db
    .select({ list, count, isEndless })
    .from(unreadableLists)
    .where(eq(unreadableLists.locationId, locationId))
    .orderBy(list);
}
