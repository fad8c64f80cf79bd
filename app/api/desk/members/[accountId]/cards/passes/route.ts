import { answerRead } from '#lib/actions/answer-read.ts';
import { readPasses } from '#lib/desk/cards/read-cards.ts';
import { accountIdInput } from '#lib/wire/account-id.ts';

export const GET = (request: Request, { params }: { params: Promise<{ accountId: string }> }): Promise<Response> =>
  answerRead(request, { permission: 'readMembers' }, async ({ desk, actor }) =>
    readPasses(desk, actor.location, accountIdInput.parse((await params).accountId)),
  );
