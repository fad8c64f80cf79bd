import { answerRead } from '#lib/actions/answer-read.ts';
import { listVisits, visitsQuery } from '#lib/desk/members/visits.ts';

export const GET = (request: Request, { params }: { params: Promise<{ accountId: string }> }): Promise<Response> =>
  answerRead('readMembers', async ({ desk, actor }) => {
    const { after } = visitsQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
    return listVisits(desk.db, actor.location.id, (await params).accountId, after);
  });
