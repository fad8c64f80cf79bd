import { z } from 'zod';
import { staffEntries, staffRoles } from '#lib/wire/staff.ts';
import { isCommonPassword } from '#shared/password/common-password.ts';
import { longestPassword } from '#shared/password/password-length.ts';

/** The rules for passwords of staff. */
export const passwordInput = staffEntries.shape.password
  .max(longestPassword, `Must be at most ${longestPassword} characters long.`)
  .refine((password) => !isCommonPassword(password), 'Is one of the most used passwords: choose another one.');

/** The required fields of every staff member. */
export const staffInput = staffEntries.extend({ password: passwordInput });

export const staffRole = z.enum(staffRoles);

export const setUpInput = staffInput.extend({ token: z.string().max(200) });
