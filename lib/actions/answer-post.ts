import 'server-only';
import { randomUUID } from 'node:crypto';
import { runningDesk } from '#lib/desk/desk.ts';
import { openPost } from '#lib/door/open-post.ts';
import { answerActionError } from './answer-read.ts';
import type { ActionErrorCode, ActionResult } from './result.ts';
import { toActionError } from './to-action-error.ts';

interface Posted {
  mediaType: Parameters<typeof openPost>[1];
  /** Codes that are nobody's mistake: a browser reports another status than 200 as an error of the page. */
  answers?: ReadonlySet<ActionErrorCode>;
}

/**
 * Answers a POST of a screen, the only way in for one: the page it comes from first, then the action, which asks who it is
 * before it reads the body. A call that the page can abort, and that waits for no other, unlike a server action.
 */
export async function answerPost<Value>(
  request: Request,
  { mediaType, answers }: Posted,
  act: () => Promise<ActionResult<Value>>,
): Promise<Response> {
  const refusal = refusalOf(request, mediaType);
  if (refusal) return refusal;
  const result = await act();
  return result.ok || answers?.has(result.error.code)
    ? Response.json(result, { headers: { 'cache-control': 'no-store' } })
    : answerActionError(result.error);
}

/** The answer to a request that comes from no page of the desk, or says that it sends something else; null for others. */
export function refusalOf(request: Request, mediaType: Posted['mediaType']): Response | null {
  try {
    openPost(request, mediaType);
    return null;
  } catch (error) {
    return answerActionError(toActionError(error, randomUUID(), runningDesk().log));
  }
}
