import { z } from 'zod';
import { answerGet } from '#lib/server/actions/answer-get.ts';
import { writeMemberFile } from '#lib/server/members/write-member-file.ts';
import { accountIdInput } from '#lib/wire/account-id.ts';

const input = z.object({ accountId: accountIdInput });

/** Everything that the desk stores about a member, for the member. The log records who downloaded it. */
export const GET = (request: Request): Promise<Response> =>
  answerGet(request, { permission: 'manageLocation', input }, async (context, { accountId }) => {
    const file = await writeMemberFile(context, { accountId });
    return new Response(file, {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="member.json"',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    });
  });
