import type { PlatformTrouble } from './platform-trouble.ts';

/** Everything that can go wrong with an action, as the browser may know it. */
export type ActionErrorCode =
  | 'signedOut'
  | 'notAllowed'
  | 'invalidInput'
  | 'notFound'
  | 'conflict'
  | 'tooLate'
  /** The card is a staff badge: its person may take over this screen with the PIN. */
  | 'staffBadge'
  | PlatformTrouble
  /** Said by the page itself: the desk's own server did not answer. */
  | 'deskUnreachable'
  /** Said by the page itself: the desk was updated, and does not know this page's action any more. */
  | 'pageOutdated'
  /** The platform takes the key of the location, and does not allow this very thing. */
  | 'platformForbids'
  /** The desk's own database keeps nothing at the moment. */
  | 'storageFailed'
  | 'unexpected';

export interface ActionError {
  code: ActionErrorCode;
  /** A sentence for the log of the browser; screens translate the code. */
  message: string;
  /** Empty where the page itself says what is wrong: nobody answered. */
  requestId: string;
  /** Whether the same call may succeed later. */
  retryable: boolean;
  /** Sentence by dotted path of the field. */
  fieldErrors?: Record<string, string>;
}

/** What an action answers: errors are values on this wire, never exceptions. */
export type ActionResult<T> = { ok: true; value: T } | { ok: false; error: ActionError };
