import type { ActionError, ActionErrorCode } from '#lib/wire/action-result.ts';

type ActionFailureDetails = Pick<ActionError, 'fieldErrors' | 'gym'>;

/** An action cannot be carried out, for a reason that is shown to the person at the screen. */
export class ActionFailure extends Error {
  override name = 'ActionFailure';
  readonly code: ActionErrorCode;
  readonly details: ActionFailureDetails;

  constructor(code: ActionErrorCode, message: string, details: ActionFailureDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}
