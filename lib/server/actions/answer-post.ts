import 'server-only';
import { openPost } from '#lib/server/door/open-post.ts';
import type { ActionErrorCode, ActionResult } from '#lib/wire/action-result.ts';
import { answerActionError, answerRequest } from './answer-get.ts';

interface Posted {
  mediaType: Parameters<typeof openPost>[1];
  /** Error codes to answer with 200, since browsers report any other status as an error of the page. */
  answers?: ReadonlySet<ActionErrorCode>;
}

/**
 * Answers a POST of a screen: checks its origin first, then runs the action, which checks the session before it reads the body.
 * Unlike a server action, the page can abort it, and Next does not queue it behind others.
 */
export function answerPost<Value>(
  request: Request,
  { mediaType, answers }: Posted,
  act: () => Promise<ActionResult<Value>>,
): Promise<Response> {
  return answerRequest(async () => {
    openPost(request, mediaType);
    const result = await act();
    return result.ok || answers?.has(result.error.code)
      ? Response.json(result, { headers: { 'cache-control': 'no-store' } })
      : answerActionError(result.error);
  }, request.headers);
}
