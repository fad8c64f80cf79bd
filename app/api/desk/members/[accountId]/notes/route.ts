import { answerRead } from '#lib/actions/answer-read.ts';
import { readNotesView } from '#lib/desk/members/notes.ts';

export const GET = (request: Request, { params }: { params: Promise<{ accountId: string }> }): Promise<Response> =>
  answerRead(request, { permission: 'readMembers' }, async ({ desk, actor }) =>
    readNotesView(desk, actor.location, (await params).accountId),
  );
