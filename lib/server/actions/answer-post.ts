import 'server-only';
import { openPost } from '#lib/server/door/open-post.ts';
import type { ActionErrorCode, ActionResult } from '#lib/wire/action-result.ts';
import { answerActionError, answerRequest } from './answer-get.ts';

interface Posted {
  mediaType: Parameters<typeof openPost>[1];
  /** Codes that are nobody's mistake: a browser reports another status than 200 as an error of the page. */
  answers?: ReadonlySet<ActionErrorCode>;
}

/**
 * Answers a POST of a screen, the only way in for one: the page it comes from first, then the action, which asks who it is
 * before it reads the body. A call that the page can abort, and that waits for no other, unlike a server action.
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
  });
}
