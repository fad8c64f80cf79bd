import 'server-only';
import { and, asc, desc, eq } from 'drizzle-orm';
import type { ActorContext, LocationContext } from '#lib/server/base/actor.ts';
import { wasForgotten } from '#lib/server/base/forgotten.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { lockExclusive } from '#lib/server/db/locks.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { memberNotes } from '#lib/server/db/schema/member-notes.ts';
import { staff } from '#lib/server/db/schema/staff.ts';
import { isKnown } from '#lib/server/directory/directory.ts';
import {
  mostNotes,
  type NoteInput,
  type NoteOutcome,
  type NotesView,
  type NoteView,
  type WrittenNote,
} from '#lib/wire/notes.ts';
import type { OfMember } from '#lib/wire/reads/read.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';

type Place = Pick<Location, 'id' | 'timeZone'>;

/**
 * The notes of a member: those that stop a check-in first, then the newest first; also expired ones, which are not shown at a scan.
 * @param at epoch milliseconds
 */
export async function readNotes(
  db: Queryable,
  { location, accountId, at }: { location: Place; accountId: string; at: number },
): Promise<NoteView[]> {
  const today = dayOf(at, location.timeZone);
  const { noteId, text, level, expiresOn, writtenAt } = memberNotes;
  const rows = await db
    .select({ noteId, text, level, expiresOn, writtenBy: staff.name, writtenAt })
    .from(memberNotes)
    .innerJoin(staff, eq(staff.id, memberNotes.staffId))
    .where(and(eq(memberNotes.locationId, location.id), eq(memberNotes.accountId, accountId)))
    .orderBy(asc(level), desc(writtenAt), noteId);
  return rows.map((row) => ({
    ...row,
    isExpired: row.expiresOn !== null && row.expiresOn < today,
    writtenAt: row.writtenAt.toISOString(),
  }));
}

/** The notes for the page of a member. */
export async function readNotesView(
  { desk: { db, clock }, actor: { location } }: LocationContext,
  { accountId }: OfMember,
): Promise<NotesView> {
  const now = clock();
  return {
    notes: await readNotes(db, { location, accountId, at: now }),
    today: dayOf(now, location.timeZone),
    wasForgotten: await wasForgotten(db, { locationId: location.id, accountId }),
  };
}

/** The notes that a scan shows at this moment: without expired ones. */
export async function readShownNotes(
  db: Queryable,
  { location, accountId, at }: { location: Place; accountId: string; at: number },
) {
  return (await readNotes(db, { location, accountId, at })).filter(({ isExpired }) => !isExpired);
}

/** Adds, changes or deletes a note, with optimistic concurrency: a note that has changed since it was read is not overwritten. The audit log has its level, not its text. */
export async function writeNote(
  { desk, actor: { location, staffId } }: ActorContext,
  { accountId, noteId, base, note }: NoteInput,
): Promise<NoteOutcome> {
  const locationId = location.id;
  const now = desk.clock();
  return desk.db.transaction(async (tx) => {
    await lockExclusive(tx, `note ${locationId} ${accountId}`);
    if (!(await isKnown(tx, { locationId, accountId }))) return { kind: 'gone' };
    const notes = await readNotes(tx, { location, accountId, at: now });
    const before = notes.find((candidate) => candidate.noteId === noteId) ?? null;
    // a retry after a lost answer: the change is already stored
    if (isSame(before, note)) return { kind: 'saved', notes };
    if (!isSame(before, base)) return { kind: 'changedMeanwhile', note: before };
    const isNote = and(
      eq(memberNotes.locationId, locationId),
      eq(memberNotes.accountId, accountId),
      eq(memberNotes.noteId, noteId),
    );
    const entry = { locationId, staffId, accountId };
    if (!note) {
      await tx.delete(memberNotes).where(isNote);
      await writeAudit(tx, desk, { ...entry, action: 'removeNote', reason: before?.level });
    } else {
      if (!before && notes.length >= mostNotes) return { kind: 'tooMany' };
      const written = { ...note, staffId, writtenAt: new Date(now) };
      const key = [memberNotes.locationId, memberNotes.accountId, memberNotes.noteId];
      await tx
        .insert(memberNotes)
        .values({ locationId, accountId, noteId, ...written })
        .onConflictDoUpdate({ target: key, set: written });
      const reason = before && before.level !== note.level ? `${before.level} → ${note.level}` : note.level;
      await writeAudit(tx, desk, { ...entry, action: 'writeNote', reason });
    }
    await notifyLive(tx, { locationId, event: 'kept' });
    return { kind: 'saved', notes: await readNotes(tx, { location, accountId, at: now }) };
  });
}

const isSame = (one: WrittenNote | null, other: WrittenNote | null) =>
  one?.text === other?.text && one?.level === other?.level && one?.expiresOn === other?.expiresOn;
