import { answerPost } from '#lib/server/actions/answer-post.ts';
import { askForPasskey } from '#lib/server/actions/sign-in-actions.ts';

/** Begins a sign-in by passkey. */
export const POST = (request: Request): Promise<Response> =>
  answerPost(request, { mediaType: 'application/json', answers: new Set(['conflict']) }, askForPasskey);
