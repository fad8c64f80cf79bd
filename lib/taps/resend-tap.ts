import type { ActionResult } from '#lib/actions/result.ts';
import { timeToSend } from '#lib/clock/time-to-send.ts';
import type { Verdict } from '#lib/desk/verdict/verdict.ts';
import type { TapRequest } from './tap-request.ts';

/**
 * Sends a tap through the route that can be aborted.
 * @throws when the desk can't be reached, answers nonsense, or `signal` fires
 */
export async function resendTap(request: TapRequest, signal: AbortSignal): Promise<ActionResult<Verdict>> {
  const time = await timeToSend(request);
  const response = await fetch('/api/desk/taps', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...request, ...time }),
    signal,
    cache: 'no-store',
  });
  return (await response.json()) as ActionResult<Verdict>; // safe because: the route answers nothing else, and a proxy's page fails to parse
}
