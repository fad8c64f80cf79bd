import 'server-only';
import { readJsonBody } from '#lib/server/door/open-post.ts';
import { answerPost } from './answer-post.ts';
import { runTap } from './tap-actions.ts';

/** Answers a tap: its first attempt and every retry. */
export const answerTap = (request: Request): Promise<Response> =>
  answerPost(request, { mediaType: 'application/json', answers: new Set(['staffBadge', 'tooLate']) }, () =>
    runTap(request.url, () => readJsonBody(request)),
  );
