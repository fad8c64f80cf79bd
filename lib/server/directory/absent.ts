import 'server-only';
import { and, eq, inArray, isNotNull, isNull, lt, lte, not, or, type SQL, sql } from 'drizzle-orm';
import { notifyLive } from '#lib/server/base/live-events.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type DirectorySync, directorySyncs, members } from '#lib/server/db/schema/directory.ts';
import { makeDue } from '#lib/server/due/location-work.ts';

/*
 * A member whom the platform's lists tell of no more is absent, and nothing else changes. Whoever is absent is asked for
 * alone (lib/server/members/ask-absent.ts), and only that answer keeps or forgets them. Where many are absent at once it is
 * rather the list that is wrong, or the key: then nobody is asked for before a manager has decided, but for those of whom
 * the platform has said so by name. Nor is anybody forgotten who has no witness: somebody known as long as they are, by
 * whom it shows that the platform still means the same members.
 */

/** So few go on any day, however small the gym. */
const fewMembers = 5;
const fewOfAll = 0.05;

/** Whether more are missing than go by themselves. */
export const areMany = (missing: number, of: number): boolean =>
  missing > Math.max(fewMembers, of * fewOfAll) || (missing === of && of > 1);

/** Marks members of whom a list says at `at` that they have no membership, unless the platform has told of them since. */
export const markAbsent = (db: Queryable, locationId: string, accountIds: readonly string[], at: Date): Promise<void> =>
  markTold(db, locationId, accountIds, { at, isByName: false });

/** Marks a member whom the platform, asked for them alone or telling of them alone, did not know at `at`. */
export const markAbsentByName = (db: Queryable, locationId: string, accountId: string, at: Date): Promise<void> =>
  markTold(db, locationId, [accountId], { at, isByName: true });

async function markTold(db: Queryable, locationId: string, accountIds: readonly string[], how: Marking): Promise<void> {
  if (accountIds.length === 0) return;
  const { at } = how;
  await db.transaction(async (tx) => {
    const sync = await lockSync(tx, locationId);
    const isTold = and(inArray(members.accountId, [...accountIds]), lte(members.syncedAt, at));
    if (await mark(tx, locationId, isTold, how)) await weighAbsence(tx, locationId, sync, at);
  });
}

/**
 * Marks whom neither all pages since `before` told of nor the list of what has changed meanwhile.
 * @param isCutShort whether those pages were fewer than they counted: then many are missing for that reason, and none is marked
 */
export async function markAbsentBefore(
  tx: Queryable,
  locationId: string,
  { before, isCutShort, now }: { before: Date; isCutShort: boolean; now: Date },
): Promise<void> {
  const isUntold = lt(members.syncedAt, before);
  if (isCutShort && areMany(...(await countOf(tx, locationId, isUntold)))) return;
  await mark(tx, locationId, isUntold, { at: now, isByName: false });
}

/** Notes whether a manager has to decide, and since when. Needs the row of the location's mirror locked. */
export async function weighAbsence(
  tx: Queryable,
  locationId: string,
  sync: DirectorySync | undefined,
  now: Date,
): Promise<void> {
  if (!sync) return;
  const isUndecided = and(isNotNull(members.absentAt), not(isDecided(sync)));
  const isAlone = and(isUndecided, isWithoutWitness(locationId));
  const [count, of] = await countOf(tx, locationId, or(isAlone, and(isUndecided, not(members.isAbsentByName))));
  const isAsked = areMany(count, of) || (of > 1 && (await countOf(tx, locationId, isAlone))[0] > 0);
  const open = isAsked
    ? { absentCount: count, absentOf: of, absentSince: sync.absentSince ?? now }
    : { absentCount: null, absentOf: null, absentSince: null };
  if (open.absentCount === sync.absentCount && open.absentOf === sync.absentOf) return;
  await tx.update(directorySyncs).set(open).where(eq(directorySyncs.locationId, locationId));
  await notifyLive(tx, { locationId, event: 'status' });
}

/**
 * Holds for members who are asked for alone: of whom the platform has said so by name, few, or as a manager said. Needs the
 * mirror's row of their location.
 */
export const isToBeAsked = (): SQL | undefined =>
  and(
    isNotNull(members.absentAt),
    or(
      members.isAbsentByName,
      isNull(directorySyncs.absentCount),
      lte(members.absentAt, directorySyncs.absentConfirmedAt),
    ),
  );

/** Holds for members of whom a manager has said that they are to be asked for, however many they are. */
export const isDecided = ({ absentConfirmedAt }: Pick<DirectorySync, 'absentConfirmedAt'>): SQL =>
  absentConfirmedAt
    ? sql`(${members.absentAt} is not null and ${members.absentAt} <= ${absentConfirmedAt.toISOString()}::timestamptz)`
    : sql`false`;

/** Holds for absent members before whom nobody was known who is not absent. Asked once, however many are absent. */
const isWithoutWitness = (locationId: string): SQL => sql`coalesce(${members.syncedAt} < (
  select min(witness.known_since) from ${members} witness
  where witness.location_id = ${locationId} and witness.absent_at is null
), true)`;

/** The mirror's row of a location, before any row of its members: so do all who need both. */
export async function lockSync(tx: Queryable, locationId: string): Promise<DirectorySync | undefined> {
  const [sync] = await tx.select().from(directorySyncs).where(eq(directorySyncs.locationId, locationId)).for('update');
  return sync;
}

interface Marking {
  at: Date;
  isByName: boolean;
}

async function mark(tx: Queryable, locationId: string, which: SQL | undefined, how: Marking): Promise<boolean> {
  const { at, isByName } = how;
  const isUnmarked = isByName ? not(members.isAbsentByName) : isNull(members.absentAt);
  const { rowCount } = await tx
    .update(members)
    .set({ absentAt: sql`coalesce(${members.absentAt}, ${at.toISOString()}::timestamptz)`, isAbsentByName: isByName })
    .where(and(eq(members.locationId, locationId), isUnmarked, which));
  if (!rowCount) return false;
  await makeDue(tx, { kind: 'askAbsent', locationId, now: at });
  return true;
}

/** How many it holds for, of how many members; the members are only counted where there are any. */
async function countOf(tx: Queryable, locationId: string, which: SQL | undefined): Promise<[number, number]> {
  const here = eq(members.locationId, locationId);
  const count = await tx.$count(members, and(here, which));
  return [count, count === 0 ? 0 : await tx.$count(members, here)];
}
