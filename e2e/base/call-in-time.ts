import type { ActionResult } from '#lib/wire/action-result.ts';
import { until } from '#shared/testing/until.ts';

/**
 * Calls an action or a route, which changes nothing twice. On a busy machine the platform may take longer than the desk waits for it: then it
 * is called again, as by a user. After any other result it is not.
 */
export const callInTime = (call: () => Promise<ActionResult<unknown>>): Promise<ActionResult<unknown>> =>
  until(async () => {
    const answer = await call();
    if (!answer.ok && answer.error.code === 'platformUnavailable') throw new Error(answer.error.message);
    return answer;
  });
