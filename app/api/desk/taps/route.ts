import { answerActionError } from '#lib/actions/answer-read.ts';
import { resentKind, tapActions } from '#lib/actions/tap-actions.ts';

/**
 * A tap that its server action could not deliver, sent again: a call that the page can abort. Same input, same checks.
 * A browser sends the session cookie only from our own pages (SameSite), and JSON from elsewhere needs our consent.
 */
export async function POST(request: Request): Promise<Response> {
  const raw: unknown = await request.json().catch(() => null);
  const result = await tapActions[resentKind(raw) ?? 'lookUp'](raw);
  return result.ok
    ? Response.json(result, { headers: { 'cache-control': 'no-store' } })
    : answerActionError(result.error);
}
