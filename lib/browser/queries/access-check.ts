import { askRead, ReadError } from '#lib/browser/base/ask-desk.ts';
import { status } from '#lib/wire/reads/counter.ts';

const answersWithinMs = 5_000;

/** Why a page cannot go on: the user is signed out, or no longer has access to the location. */
export type End = 'signedOut' | 'notAllowed';

interface AccessCheck {
  /**
   * Asks with the present session, by a read that every user may make. Checks at the same time share one request.
   * @returns the error of the read; null where the desk answered it
   */
  run(locationId: string): Promise<unknown>;
  /** For another session or location: ignores the result of a check in flight. */
  reset(): void;
}

/**
 * Decides whether a page has to end. A refused request alone does not: a 403 may concern only that request, and a 401
 * may be the late response to a request of a former session.
 */
export function createAccessCheck(onEnd: (end: End) => void): AccessCheck {
  let inFlight: Promise<unknown> | null = null;

  function start(locationId: string): Promise<unknown> {
    const check = askRead(status, locationId, {}, AbortSignal.timeout(answersWithinMs)).then(
      () => null,
      (error: unknown) => error,
    );
    void check.then((error) => {
      if (check !== inFlight) return;
      inFlight = null;
      if (!(error instanceof ReadError)) return;
      if (error.status === 401) onEnd('signedOut');
      if (error.status === 403) onEnd('notAllowed');
    });
    return check;
  }

  return {
    run(locationId) {
      inFlight ??= start(locationId);
      return inFlight;
    },
    reset() {
      inFlight = null;
    },
  };
}
