import { answerRead } from '#lib/actions/answer-read.ts';
import { readProfile } from '#lib/desk/members/read-profile.ts';

export const GET = (_request: Request, { params }: { params: Promise<{ accountId: string }> }): Promise<Response> =>
  answerRead('readMembers', async ({ desk, at }) => readProfile(desk, at.location, (await params).accountId));
