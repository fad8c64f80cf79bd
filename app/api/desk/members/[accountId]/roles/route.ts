import { answerRead } from '#lib/actions/answer-read.ts';
import { readRoles } from '#lib/desk/members/roles.ts';
import { accountIdInput } from '#lib/wire/account-id.ts';
import type { RolesAnswer } from '#lib/wire/answers/members.ts';

export const GET = (request: Request, { params }: { params: Promise<{ accountId: string }> }): Promise<Response> =>
  answerRead(
    request,
    { permission: 'manageRoles' },
    async ({ desk, actor }): Promise<RolesAnswer> => ({
      roles: await readRoles(desk, actor.location, accountIdInput.parse((await params).accountId)),
    }),
  );
