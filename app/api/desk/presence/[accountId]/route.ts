import { answerRead } from '#lib/actions/answer-read.ts';
import { lookAtPresent } from '#lib/desk/arrivals/look-at-present.ts';

/** What is to be said of somebody who is in. */
export const GET = (request: Request, { params }: { params: Promise<{ accountId: string }> }): Promise<Response> =>
  answerRead(request, { permission: 'recordVisits', isActivity: true }, async ({ desk, actor }) =>
    lookAtPresent(desk, actor, (await params).accountId),
  );
