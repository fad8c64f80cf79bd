import { z } from 'zod';
import { staffEntries, staffRoles } from '#lib/wire/staff.ts';
import { longestPassword } from '#shared/password/password-length.ts';

/** Passwords of staff. Whether one is easy to guess, `refuseUnsafePassword` says. */
export const passwordInput = staffEntries.shape.password.max(
  longestPassword,
  `Must be at most ${longestPassword} characters long.`,
);

/** The required fields of every staff member. */
export const staffInput = staffEntries.extend({ password: passwordInput });

export const staffRole = z.enum(staffRoles);

export const setUpInput = staffInput.extend({ token: z.string().max(200) });
