import { answerPost } from '#lib/server/actions/answer-post.ts';
import { undoSentMessages } from '#lib/server/actions/messages-actions.ts';
import { readJsonBody } from '#lib/server/door/open-post.ts';

/** The undo of messages to several members. */
export const POST = (request: Request): Promise<Response> =>
  answerPost(request, { mediaType: 'application/json' }, () => undoSentMessages(() => readJsonBody(request)));
