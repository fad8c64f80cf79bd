import { answerPost } from '#lib/actions/answer-post.ts';
import { answerRead } from '#lib/actions/answer-read.ts';
import { runTap } from '#lib/actions/tap-actions.ts';
import { readJsonBody } from '#lib/door/open-post.ts';

export const GET = (request: Request): Promise<Response> => answerRead(request);

/** A tap, at its first attempt and at every later one. */
export const POST = (request: Request): Promise<Response> =>
  answerPost(request, { mediaType: 'application/json', answers: new Set(['staffBadge', 'tooLate']) }, () =>
    runTap(() => readJsonBody(request)),
  );
