import { answerPost } from '#lib/server/actions/answer-post.ts';
import { answerRead } from '#lib/server/actions/answer-read.ts';
import { changeTask } from '#lib/server/actions/task-actions.ts';
import { readJsonBody } from '#lib/server/door/open-post.ts';

export const GET = (request: Request): Promise<Response> => answerRead(request);

/** A task change; the browser retries it until it is answered. */
export const POST = (request: Request): Promise<Response> =>
  answerPost(request, { mediaType: 'application/json' }, () => changeTask(() => readJsonBody(request)));
