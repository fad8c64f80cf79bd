import type { PlatformTrouble } from './platform-trouble.ts';

/** Every error code of an action that the browser may see. */
export type ActionErrorCode =
  | 'signedOut'
  | 'notAllowed'
  | 'invalidInput'
  | 'notFound'
  | 'conflict'
  | 'tooLate'
  /** The person has to enter their password or use a passkey again; then the same call succeeds. */
  | 'reauthenticationNeeded'
  /** A gym of the person requires a passkey of them, and they have none. */
  | 'passkeyRequired'
  /** The card is a staff badge: its person may take over this screen with the PIN. */
  | 'staffBadge'
  | PlatformTrouble
  /** Set by the page itself where the desk's own server did not respond; also the answer of a server that is too busy. */
  | 'deskUnreachable'
  /** Set by the page itself: the desk was updated and no longer has this page's action. */
  | 'pageOutdated'
  /** The platform accepts the key of the location, but forbids this operation. */
  | 'platformForbids'
  /** The desk's own database cannot write at the moment. */
  | 'storageFailed'
  | 'unexpected';

export interface ActionError {
  code: ActionErrorCode;
  /** A sentence for the log of the browser; screens translate the code. */
  message: string;
  /** Empty where the page itself created the error: there was no response. */
  requestId: string;
  /** Whether the same call may succeed later. */
  retryable: boolean;
  /** Sentence by dotted path of the field. */
  fieldErrors?: Record<string, string>;
  /** The name of the gym that is the reason, one at which the person works. */
  gym?: string;
}

/** The result of an action: errors are values, never exceptions. */
export type ActionResult<T> = { ok: true; value: T } | { ok: false; error: ActionError };
