import 'server-only';
import { and, asc, desc, eq, gte, isNull, or, sql } from 'drizzle-orm';
import { startOfMonth } from '#lib/server/base/calendar.ts';
import { isErasedSince, isForgottenSince } from '#lib/server/base/forgotten.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { memberNotes } from '#lib/server/db/schema/member-notes.ts';
import { hasPhoto } from '#lib/server/photos/photos.ts';
import { hasCheckedIn } from '#lib/server/presence/events.ts';
import { openTasksOf } from '#lib/server/tasks/read-tasks.ts';
import type { WrittenNote } from '#lib/wire/notes.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';

export type LevelledNote = Pick<WrittenNote, 'text' | 'level'>;

/** What a verdict says about a member besides the platform's answer and their stay. */
interface Facts {
  /** As of the tap, those that stop a check-in first. */
  notes: LevelledNote[];
  openTasks: number;
  hasPhoto: boolean;
  /** False where this desk has not recorded the month from its first day. */
  isFirstVisitThisMonth: boolean;
  /** Whether the member was forgotten after `askedAt`, by an erasure or an opt-out. */
  isForgotten: boolean;
  /** Whether the member was erased after `askedAt`. */
  isErased: boolean;
}

interface FactsAsked {
  location: Location;
  accountId: string;
  /** Epoch milliseconds. */
  tappedAt: number;
  /** When the platform was asked; undefined where it was not. */
  askedAt: Date | undefined;
}

/** Reads by one statement all that is needed of a member at the counter, since every scan waits for it. */
export async function readFacts(tx: Queryable, { location, accountId, tappedAt, askedAt }: FactsAsked): Promise<Facts> {
  const member = { locationId: location.id, accountId };
  const month = startOfMonth(tappedAt, location.timeZone);
  const { text, level, expiresOn, writtenAt, noteId } = memberNotes;
  const isShown = or(isNull(expiresOn), gte(expiresOn, dayOf(tappedAt, location.timeZone)));
  const isOfMember = and(eq(memberNotes.locationId, location.id), eq(memberNotes.accountId, accountId));
  const rows = await tx
    .select({
      openTasks: openTasksOf(location.id, sql`${accountId}`),
      hasPhoto: hasPhoto(member),
      hasCheckedIn: hasCheckedIn({ ...member, from: month, to: new Date(tappedAt) }),
      isForgotten: askedAt ? isForgottenSince({ ...member, since: askedAt }) : sql<boolean>`false`,
      isErased: askedAt ? isErasedSince({ ...member, since: askedAt }) : sql<boolean>`false`,
      text: sql<string | null>`${text}`,
      level: sql<LevelledNote['level'] | null>`${level}`,
    })
    .from(sql`(select) as member`)
    .leftJoin(memberNotes, and(isOfMember, isShown))
    .orderBy(asc(level), desc(writtenAt), asc(noteId));
  const [first] = rows;
  if (!first) throw new Error('A select without a condition has no row.');
  return {
    notes: rows.flatMap(({ text, level }) => (text === null || level === null ? [] : [{ text, level }])),
    openTasks: first.openTasks,
    hasPhoto: first.hasPhoto,
    isFirstVisitThisMonth: location.createdAt <= month && !first.hasCheckedIn,
    isForgotten: first.isForgotten,
    isErased: first.isErased,
  };
}
