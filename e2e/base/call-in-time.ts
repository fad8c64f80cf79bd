import type { ActionResult } from '#lib/wire/action-result.ts';
import { untilFound } from './until-found.ts';

/** What an action says of a platform that has not answered in time, and of one that the desk did not come to ask. */
export const isLate = /The platform could not be asked: (slow|busy)\./;

/**
 * Calls an action or a route, which changes nothing twice. On a busy machine the platform may take longer than the desk waits for it: then it
 * is called again, as by a user. After any other result, or none, it is not.
 */
export const callInTime = (call: () => Promise<ActionResult<unknown>>): Promise<ActionResult<unknown>> =>
  untilFound('answer in time of the platform', async () => {
    const answer = await call();
    return !answer.ok && isLate.test(answer.error.message) ? undefined : answer;
  });
