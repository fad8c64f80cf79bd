import type { ActionErrorCode } from '#lib/wire/action-result.ts';

/** An action cannot be carried out, for a reason that is shown to the person at the screen. */
export class ActionFailure extends Error {
  override name = 'ActionFailure';
  readonly code: ActionErrorCode;
  readonly fieldErrors: Record<string, string> | undefined;

  constructor(code: ActionErrorCode, message: string, fieldErrors?: Record<string, string>) {
    super(message);
    this.code = code;
    this.fieldErrors = fieldErrors;
  }
}
