import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { memberNotes } from '#lib/server/db/schema/member-notes.ts';
import { memberOf, type NoteReason, type Reason, type Verdict } from '#lib/wire/verdict.ts';

/** Leaves out notes that were deleted or changed since the scan: of a note that staff took back, no screen says the text any more. */
export async function withCurrentNotes(
  db: Queryable,
  { locationId, verdicts }: { locationId: string; verdicts: readonly Verdict[] },
): Promise<Verdict[]> {
  const accountIds = new Set(verdicts.flatMap((verdict) => (hasNote(verdict) ? (accountIdOf(verdict) ?? []) : [])));
  if (accountIds.size === 0) return [...verdicts];
  const rows = await db
    .select({ accountId: memberNotes.accountId, text: memberNotes.text })
    .from(memberNotes)
    .where(and(eq(memberNotes.locationId, locationId), inArray(memberNotes.accountId, [...accountIds])));
  return verdicts.map((verdict) => {
    if (!hasNote(verdict)) return verdict;
    const accountId = accountIdOf(verdict);
    const isCurrent = (note: NoteReason) => rows.some((row) => row.accountId === accountId && row.text === note.text);
    const reasons = reasonsOf(verdict).filter((reason) => !isNote(reason) || isCurrent(reason));
    return { ...verdict, reasons } as Verdict; // safe because: some of its own reasons
  });
}

const reasonsOf = ({ reasons }: Verdict): readonly Reason[] => reasons;
const isNote = (reason: Reason) => reason.code === 'note' || reason.code === 'stopNote';
const hasNote = (verdict: Verdict): boolean => reasonsOf(verdict).some(isNote);
const accountIdOf = (verdict: Verdict): string | undefined => memberOf(verdict)?.accountId;
