import { z } from 'zod';
import { ActionFailure } from '#lib/failure.ts';
import { longestPin } from '#lib/scan/pin-entry.ts';
import { pinProblem } from '#lib/wire/pins.ts';
import type { StaffRole } from '#lib/wire/staff.ts';

/** What was entered as a PIN; whose it is to be says whether it may be one. */
export const pinInput = z.string().max(longestPin);

/** @throws ActionFailure `invalidInput` for a PIN that somebody of this role may not have */
export function requireSafePin(pin: string, role: StaffRole): void {
  if (pinProblem({ pin, again: pin }, role)) {
    throw new ActionFailure('invalidInput', 'This PIN is not safe.', { pin: 'Is no safe PIN.' });
  }
}
