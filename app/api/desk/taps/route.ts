import { answerPost } from '#lib/server/actions/answer-post.ts';
import { answerRead } from '#lib/server/actions/answer-read.ts';
import { runTap } from '#lib/server/actions/tap-actions.ts';
import { readJsonBody } from '#lib/server/door/open-post.ts';

export const GET = (request: Request): Promise<Response> => answerRead(request);

/** A tap: its first attempt and every retry. */
export const POST = (request: Request): Promise<Response> =>
  answerPost(request, { mediaType: 'application/json', answers: new Set(['staffBadge', 'tooLate']) }, () =>
    runTap(request.url, () => readJsonBody(request)),
  );
