import { answerPost } from '#lib/server/actions/answer-post.ts';
import { overrideWithManager } from '#lib/server/actions/override-action.ts';
import { readJsonBody } from '#lib/server/door/open-post.ts';

/** A decision of a manager who was called to the counter. */
export const POST = (request: Request): Promise<Response> =>
  answerPost(request, { mediaType: 'application/json', answers: new Set(['conflict']) }, () =>
    overrideWithManager(() => readJsonBody(request)),
  );
