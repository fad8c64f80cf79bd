import { answerRead } from '#lib/actions/answer-read.ts';
import { readNote } from '#lib/desk/members/note.ts';

export const GET = (_request: Request, { params }: { params: Promise<{ accountId: string }> }): Promise<Response> =>
  answerRead('readMembers', async ({ desk, actor }) => readNote(desk.db, actor.location.id, (await params).accountId));
