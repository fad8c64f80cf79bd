import type { ActionErrorCode, ActionResult } from '#lib/wire/action-result.ts';

/**
 * Calls a server action and never rejects: an unreachable desk, or one that no longer has this page's action, becomes
 * an error result. Such an error has no request id.
 */
export async function callAction<Value>(call: () => Promise<ActionResult<Value>>): Promise<ActionResult<Value>> {
  try {
    return await call();
  } catch (error) {
    // Next throws this for a page from before a deployment that changed the action
    const isOutdated = error instanceof Error && error.name === 'UnrecognizedActionError';
    return isOutdated
      ? failed('pageOutdated', 'The desk was updated since this page was loaded.', false)
      : failed('deskUnreachable', 'The desk could not be reached.', true);
  }
}

const failed = (code: ActionErrorCode, message: string, retryable: boolean): ActionResult<never> => {
  const error = { code, message, requestId: '', retryable };
  return { ok: false, error };
};
