import type { ActionResult } from '#lib/wire/action-result.ts';

/** The answer of an action; an error like any other where the desk's own server could not be reached. */
export async function orUnreachable<T>(call: Promise<ActionResult<T>>): Promise<ActionResult<T>> {
  try {
    return await call;
  } catch {
    return {
      ok: false,
      error: { code: 'deskUnreachable', message: 'The desk could not be reached.', requestId: '–', retryable: true },
    };
  }
}
