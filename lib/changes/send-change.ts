import { timeToSend } from '#lib/clock/time-to-send.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { ChangeOutcome, TaskChangeRequest } from '#lib/wire/tasks.ts';

/** @throws when the desk can't be reached, answers nonsense, or `signal` fires */
export async function sendChange(
  request: TaskChangeRequest,
  signal: AbortSignal,
): Promise<ActionResult<ChangeOutcome>> {
  const time = await timeToSend(request);
  const response = await fetch('/api/desk/tasks', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...request, ...time }),
    signal,
    cache: 'no-store',
  });
  return (await response.json()) as ActionResult<ChangeOutcome>; // safe because: the route answers nothing else, and a proxy's page fails to parse
}
