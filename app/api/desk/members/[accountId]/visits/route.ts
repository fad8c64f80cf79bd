import { answerRead } from '#lib/actions/answer-read.ts';
import { listVisits, visitsQuery } from '#lib/desk/members/visits.ts';

export const GET = (request: Request, { params }: { params: Promise<{ accountId: string }> }): Promise<Response> =>
  answerRead(request, { permission: 'readMembers', input: visitsQuery }, async ({ desk, actor }, { after }) =>
    listVisits(desk.db, actor.location.id, (await params).accountId, after),
  );
