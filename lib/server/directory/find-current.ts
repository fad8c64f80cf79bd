import 'server-only';
import { and, eq, exists, gt, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { cards, directorySyncs, members } from '#lib/server/db/schema/directory.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { webhookInbox } from '#lib/server/db/schema/webhooks.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { clocksDifferMs } from '#shared/clocks-differ.ts';
import { isPhotoOfMember, knownMemberColumns } from './directory.ts';
import type { KnownMember } from './member.ts';

/** Changes are read every minute: two readings may fail. */
const longestUnreadMs = 3 * 60_000;
/** All members are read every day: a reading may fail. */
const longestUnlistedMs = 2 * dayMs;
/** The list contains no cards: only a look-up shows whose a card is. */
const longestUnscannedMs = 7 * dayMs;

interface Searched {
  locationId: string;
  key: { kind: 'rfid' | 'nfc' | 'accountId'; value: string };
  /** Epoch milliseconds. */
  now: number;
  platformAheadMs: number;
}

interface CurrentMember {
  member: KnownMember;
  /** All changes until then are known, by the desk's clock. */
  knownUntil: Date;
}

/**
 * Finds a member whom the platform need not be asked for right now. Null unless it has returned member and card recently, all
 * changes since are read, and nothing has been heard since that might mean a refusal.
 */
export async function findCurrent(
  db: Queryable,
  { locationId, key, now, platformAheadMs }: Searched,
): Promise<CurrentMember | null> {
  const since = (column: SQL | typeof members.syncedAt, ms: number, at = now) =>
    // a time ahead was written before a clock was set back
    sql`${column} between ${new Date(at - ms).toISOString()}::timestamptz and ${new Date(at + clocksDifferMs).toISOString()}::timestamptz`;
  const isReadOften = and(
    since(sql`${directorySyncs.knownUntil}`, longestUnreadMs, now + platformAheadMs),
    eq(directorySyncs.isAllReadWhole, true),
    isNull(directorySyncs.absentCount),
  );
  const heldCard = db
    .select({ value: cards.value })
    .from(cards)
    .where(
      and(
        eq(cards.locationId, locationId),
        eq(cards.accountId, members.accountId),
        sql`${cards.kind} = ${key.kind}`,
        eq(cards.value, key.value),
        since(sql`${cards.syncedAt}`, longestUnscannedMs),
      ),
    );
  const isSought = key.kind === 'accountId' ? eq(members.accountId, key.value) : exists(heldCard);
  const [found] = await db
    .select({ ...knownMemberColumns, knownUntil: sql`${directorySyncs.knownUntil}`.mapWith(directorySyncs.knownUntil) })
    .from(members)
    .innerJoin(directorySyncs, and(eq(directorySyncs.locationId, members.locationId), isReadOften))
    .leftJoin(photos, isPhotoOfMember)
    .where(
      and(
        eq(members.locationId, locationId),
        isSought,
        isNull(members.absentAt),
        isNull(members.refusedAt),
        since(members.syncedAt, longestUnlistedMs),
        not(exists(refusedVisits(db))),
        not(exists(endsOfMembership(db))),
      ),
    );
  if (!found) return null;
  const { knownUntil, ...member } = found;
  return { member, knownUntil: new Date(knownUntil.getTime() - platformAheadMs) };
}

/** Visits of the member that the platform refused, unless they were settled before it returned the member again. */
const refusedVisits = (db: Queryable) =>
  db
    .select({ tapId: visits.tapId })
    .from(visits)
    .where(
      and(
        eq(visits.locationId, members.locationId),
        eq(visits.accountId, members.accountId),
        eq(visits.state, 'refused'),
        // a refusal is never settled before it is heard
        or(isNull(visits.settledAt), gt(visits.settledAt, members.syncedAt)),
      ),
    );

/** Events, received but not handled yet, that the membership has ended. */
const endsOfMembership = (db: Queryable) =>
  db
    .select({ digest: webhookInbox.digest })
    .from(webhookInbox)
    .where(
      and(
        eq(webhookInbox.locationId, members.locationId),
        eq(webhookInbox.accountId, members.accountId),
        eq(webhookInbox.type, 'MEMBERSHIP_DELETE'),
      ),
    );
