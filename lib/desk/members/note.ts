import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import { lockExclusive } from '#lib/db/locks.ts';
import { memberNotes } from '#lib/db/schema/member-notes.ts';
import { staff } from '#lib/db/schema/staff.ts';
import type { Actor } from '#lib/desk/base/actor.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { notifyLive } from '#lib/desk/base/live-events.ts';
import { findInDirectory } from '#lib/desk/directory/directory.ts';
import type { NoteInput, NoteOutcome, NoteView } from '#lib/wire/members.ts';

/** What reception is to be told when the member comes; null where there is nothing. */
export async function readNote(db: Queryable, locationId: string, accountId: string): Promise<NoteView | null> {
  const [note] = await db
    .select({ text: memberNotes.text, writtenBy: staff.name, writtenAt: memberNotes.writtenAt })
    .from(memberNotes)
    .innerJoin(staff, eq(staff.id, memberNotes.staffId))
    .where(isNoteOf(locationId, accountId));
  return note ? { ...note, writtenAt: note.writtenAt.toISOString() } : null;
}

/** Writes, changes or takes away the note of a member. A note that somebody else wrote meanwhile is not overwritten. */
export async function writeNote(
  desk: DeskContext,
  { location, staffId }: Actor,
  { accountId, base, text }: NoteInput,
): Promise<NoteOutcome> {
  const locationId = location.id;
  return desk.db.transaction(async (tx) => {
    await lockExclusive(tx, `note ${locationId} ${accountId}`);
    if (!(await findInDirectory(tx, locationId, { kind: 'accountId', value: accountId }))) return { kind: 'gone' };
    const before = await readNote(tx, locationId, accountId);
    if ((before?.text ?? '') !== base) return { kind: 'changedMeanwhile', note: before };
    if (text === '') await tx.delete(memberNotes).where(isNoteOf(locationId, accountId));
    else {
      const written = { text, staffId, writtenAt: new Date(desk.clock()) };
      await tx
        .insert(memberNotes)
        .values({ locationId, accountId, ...written })
        .onConflictDoUpdate({ target: [memberNotes.locationId, memberNotes.accountId], set: written });
    }
    await notifyLive(tx, locationId, 'members');
    return { kind: 'saved', note: await readNote(tx, locationId, accountId) };
  });
}

const isNoteOf = (locationId: string, accountId: string) =>
  and(eq(memberNotes.locationId, locationId), eq(memberNotes.accountId, accountId));
