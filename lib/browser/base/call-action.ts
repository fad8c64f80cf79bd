import type { ActionErrorCode, ActionResult } from '#lib/wire/action-result.ts';

/**
 * Asks the desk's own server for something, and never rejects: that it cannot be reached, or does not know the page any
 * more, is an error like any other. Nobody gave it an id.
 */
export async function callAction<Value>(call: () => Promise<ActionResult<Value>>): Promise<ActionResult<Value>> {
  try {
    return await call();
  } catch (error) {
    // said by Next, of a page from before an update that changed the action
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
