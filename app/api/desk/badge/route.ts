import { answerPost } from '#lib/server/actions/answer-post.ts';
import { checkBadge } from '#lib/server/actions/sign-in-actions.ts';
import { readJsonBody } from '#lib/server/door/open-post.ts';

/** Whether a scanned card is a staff badge. A POST, since a card number in an address would be in the log of a proxy. */
export const POST = (request: Request): Promise<Response> =>
  answerPost(request, { mediaType: 'application/json' }, () => checkBadge(() => readJsonBody(request)));
