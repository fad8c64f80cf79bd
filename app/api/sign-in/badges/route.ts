import { answerPost } from '#lib/server/actions/answer-post.ts';
import { checkTakesBadges } from '#lib/server/actions/sign-in-actions.ts';

/** Whether a badge can sign in at this browser. */
export const POST = (request: Request): Promise<Response> =>
  answerPost(request, { mediaType: 'application/json' }, checkTakesBadges);
