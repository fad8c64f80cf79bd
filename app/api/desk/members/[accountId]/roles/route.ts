import { answerRead } from '#lib/actions/answer-read.ts';
import { accountIdInput } from '#lib/desk/members/member-input.ts';
import { readRoles } from '#lib/desk/members/roles.ts';

export const GET = (_request: Request, { params }: { params: Promise<{ accountId: string }> }): Promise<Response> =>
  answerRead('readMembers', async ({ desk, at }) =>
    readRoles(desk, at.location, accountIdInput.parse((await params).accountId)),
  );
