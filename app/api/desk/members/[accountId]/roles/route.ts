import { answerRead } from '#lib/actions/answer-read.ts';
import { readRoles } from '#lib/desk/members/roles.ts';
import { accountIdInput } from '#lib/wire/account-id.ts';

export const GET = (_request: Request, { params }: { params: Promise<{ accountId: string }> }): Promise<Response> =>
  answerRead('manageRoles', async ({ desk, actor }) =>
    readRoles(desk, actor.location, accountIdInput.parse((await params).accountId)),
  );
