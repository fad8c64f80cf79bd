import { answerRead } from '#lib/actions/answer-read.ts';
import { readProfile } from '#lib/desk/members/read-profile.ts';

export const GET = (request: Request, { params }: { params: Promise<{ accountId: string }> }): Promise<Response> =>
  answerRead(request, { permission: 'readMembers' }, async ({ desk, actor }) =>
    readProfile(desk, actor.location, (await params).accountId),
  );
