import 'server-only';
import { and, eq, inArray, isNotNull, isNull, lt, lte, not, or, type SQL, sql } from 'drizzle-orm';
import { notifyLive } from '#lib/server/base/live-events.ts';
import type { MemberKey } from '#lib/server/base/member-key.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type DirectorySync, directorySyncs, members } from '#lib/server/db/schema/directory.ts';
import { makeDue } from '#lib/server/due/location-work.ts';

/*
 * A member who is missing from the platform's lists is marked as absent, and nothing else changes. The platform is then asked for
 * each absent member alone (lib/server/members/ask-absent.ts), and only that answer keeps or forgets them. Where many are absent
 * at once, the cause is more likely a wrong list or key: then a manager has to decide first, except for members whom the
 * platform has reported as gone one by one. And no member is forgotten without a witness: a member known for at least as long whom the
 * platform still returns, which shows that it still has the same members.
 */

/** This many may leave on any day, however small the gym. */
const fewMembers = 5;
const fewOfAll = 0.05;

/** Whether more members are missing than normal departures explain. */
export const areMany = (missing: number, of: number): boolean =>
  missing > Math.max(fewMembers, of * fewOfAll) || (missing === of && of > 1);

/** Marks members whom a list, read at `askedAt`, shows without a membership, unless the platform has returned them since. */
export const markAbsent = (
  db: Queryable,
  { locationId, accountIds, askedAt }: { locationId: string; accountIds: readonly string[]; askedAt: Date },
): Promise<void> => markNamed(db, { locationId, accountIds, at: askedAt, isByName: false });

/** Marks a single member whom the platform, asked at `askedAt`, did not know. */
export const markAbsentByName = (
  db: Queryable,
  { locationId, accountId, askedAt }: MemberKey & { askedAt: Date },
): Promise<void> => markNamed(db, { locationId, accountIds: [accountId], at: askedAt, isByName: true });

async function markNamed(
  db: Queryable,
  { locationId, accountIds, ...marking }: Marking & { locationId: string; accountIds: readonly string[] },
): Promise<void> {
  if (accountIds.length === 0) return;
  const { at } = marking;
  await db.transaction(async (tx) => {
    const sync = await lockSync(tx, locationId);
    const isNamed = and(inArray(members.accountId, [...accountIds]), lte(members.syncedAt, at));
    if (await mark(tx, locationId, isNamed, marking)) await updateAbsenceReview(tx, { sync, now: at });
  });
}

/**
 * Marks the members who were in none of the pages since `before`, nor in the list of changes read afterwards.
 * @param isCutShort whether the pages had fewer members than they counted: then that may be why many are missing, and none is
 * marked
 */
export async function markAbsentBefore(
  tx: Queryable,
  { locationId, before, isCutShort, now }: { locationId: string; before: Date; isCutShort: boolean; now: Date },
): Promise<void> {
  const isMissing = lt(members.syncedAt, before);
  if (isCutShort && areMany(...(await countOf(tx, locationId, isMissing)))) return;
  await mark(tx, locationId, isMissing, { at: now, isByName: false });
}

/**
 * Opens, updates or closes the review in which a manager decides about absent members.
 * @param sync the row of the location's mirror, locked; undefined where it has none, and then nothing is done
 */
export async function updateAbsenceReview(
  tx: Queryable,
  { sync, now }: { sync: DirectorySync | undefined; now: Date },
): Promise<void> {
  if (!sync) return;
  const { locationId } = sync;
  const isUndecided = and(isNotNull(members.absentAt), not(isDecided(sync)));
  const isAlone = and(isUndecided, isWithoutWitness(locationId));
  const [count, of] = await countOf(tx, locationId, or(isAlone, and(isUndecided, not(members.isAbsentByName))));
  const isNeeded = areMany(count, of) || (of > 1 && (await countOf(tx, locationId, isAlone))[0] > 0);
  const review = isNeeded
    ? { absentCount: count, absentOf: of, absentSince: sync.absentSince ?? now }
    : { absentCount: null, absentOf: null, absentSince: null };
  if (review.absentCount === sync.absentCount && review.absentOf === sync.absentOf) return;
  await tx.update(directorySyncs).set(review).where(eq(directorySyncs.locationId, locationId));
  await notifyLive(tx, { locationId, event: 'status' });
}

/**
 * SQL condition: absent members for whom the platform is to be asked one by one: those marked by name, those of a location
 * without an open review, and those for whom a manager has decided so. Needs a join with the location's mirror.
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

/** SQL condition: members who were absent when a manager decided to have each of them asked for. */
export const isDecided = ({ absentConfirmedAt }: Pick<DirectorySync, 'absentConfirmedAt'>): SQL =>
  absentConfirmedAt
    ? sql`(${members.absentAt} is not null and ${members.absentAt} <= ${absentConfirmedAt.toISOString()}::timestamptz)`
    : sql`false`;

/** SQL condition: absent members without a possible witness. An uncorrelated subquery, which runs once and not for each member. */
const isWithoutWitness = (locationId: string): SQL => sql`coalesce(${members.syncedAt} < (
  select min(witness.known_since) from ${members} witness
  where witness.location_id = ${locationId} and witness.absent_at is null
), true)`;

/**
 * Locks the row of a location's mirror. To avoid deadlocks, it is locked after tasks, and before the lock of forgetting and any rows of
 * members.
 */
export async function lockSync(tx: Queryable, locationId: string): Promise<DirectorySync | undefined> {
  const [sync] = await tx.select().from(directorySyncs).where(eq(directorySyncs.locationId, locationId)).for('update');
  return sync;
}

interface Marking {
  at: Date;
  isByName: boolean;
}

/** @returns whether any member was marked */
async function mark(
  tx: Queryable,
  locationId: string,
  which: SQL | undefined,
  { at, isByName }: Marking,
): Promise<boolean> {
  const isUnmarked = isByName ? not(members.isAbsentByName) : isNull(members.absentAt);
  const { rowCount } = await tx
    .update(members)
    .set({ absentAt: sql`coalesce(${members.absentAt}, ${at.toISOString()}::timestamptz)`, isAbsentByName: isByName })
    .where(and(eq(members.locationId, locationId), isUnmarked, which));
  if (!rowCount) return false;
  await makeDue(tx, { kind: 'askAbsent', locationId, now: at });
  return true;
}

/** The number of members that meet the condition, and of all members; the latter is only counted where the former is not 0. */
async function countOf(tx: Queryable, locationId: string, which: SQL | undefined): Promise<[number, number]> {
  const here = eq(members.locationId, locationId);
  const count = await tx.$count(members, and(here, which));
  return [count, count === 0 ? 0 : await tx.$count(members, here)];
}
