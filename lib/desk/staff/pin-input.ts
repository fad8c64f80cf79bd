import { ActionFailure } from '#lib/failure.ts';
import { pinProblem } from '#lib/wire/pins.ts';
import type { StaffRole } from '#lib/wire/staff.ts';

/** @throws ActionFailure `invalidInput` for a PIN that somebody of this role may not have */
export function requireSafePin(pin: string, role: StaffRole): void {
  if (pinProblem({ pin, again: pin }, role)) {
    throw new ActionFailure('invalidInput', 'This PIN is not safe.', { pin: 'Is no safe PIN.' });
  }
}
