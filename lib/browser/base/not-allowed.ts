import type { ActionResult } from '#lib/wire/action-result.ts';

/** Whether the user who is signed in may not send it: another one may. */
export const isNotAllowed = (result: ActionResult<unknown>): boolean =>
  !result.ok && result.error.code === 'notAllowed';
