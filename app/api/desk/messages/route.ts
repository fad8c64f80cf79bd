import { answerPost } from '#lib/server/actions/answer-post.ts';
import { holdMessages } from '#lib/server/actions/messages-actions.ts';
import { readJsonBody } from '#lib/server/door/open-post.ts';

/** Messages to several members. */
export const POST = (request: Request): Promise<Response> =>
  answerPost(request, { mediaType: 'application/json' }, () => holdMessages(() => readJsonBody(request)));
