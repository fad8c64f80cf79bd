import { answerRead } from '#lib/actions/answer-read.ts';
import { readNotes } from '#lib/desk/members/notes.ts';
import type { NotesView } from '#lib/wire/notes.ts';
import { dayOf } from '#shared/calendar/club-day.ts';

export const GET = (_request: Request, { params }: { params: Promise<{ accountId: string }> }): Promise<Response> =>
  answerRead('readMembers', async ({ desk, actor }): Promise<NotesView> => {
    const now = desk.clock();
    const notes = await readNotes(desk.db, actor.location, (await params).accountId, now);
    return { notes, today: dayOf(now, actor.location.timeZone) };
  });
