import { answerPost } from '#lib/actions/answer-post.ts';
import { answerRead } from '#lib/actions/answer-read.ts';
import { runTap } from '#lib/actions/tap-actions.ts';
import { readConfirmed } from '#lib/desk/arrivals/read-confirmed.ts';
import { readJsonBody } from '#lib/door/open-post.ts';
import { tapsInput } from '#lib/wire/taps.ts';

/** What is to be said of taps of a location since they were answered: what was decided, and which visits are over. */
export const GET = (request: Request): Promise<Response> =>
  answerRead(request, { permission: 'recordVisits' }, ({ desk, actor }) => {
    const { tapIds } = tapsInput.parse({ tapIds: new URL(request.url).searchParams.getAll('tapId') });
    return readConfirmed(desk, actor, tapIds);
  });

/** A tap, at its first attempt and at every later one. */
export const POST = (request: Request): Promise<Response> =>
  answerPost(request, { mediaType: 'application/json', answers: new Set(['staffBadge', 'tooLate']) }, () =>
    runTap(() => readJsonBody(request)),
  );
