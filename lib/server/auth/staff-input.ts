import { z } from 'zod';
import { emailAddress, requiredText } from '#contracts/v2/primitives.ts';
import { staffRoles } from '#lib/wire/staff.ts';
import { isCommonPassword } from '#shared/password/common-password.ts';
import { longestPassword, shortestPassword } from '#shared/password/password.ts';

/** A password as staff may have it. */
export const passwordInput = z
  .string()
  .min(shortestPassword, `Must be at least ${shortestPassword} characters long.`)
  .max(longestPassword, `Must be at most ${longestPassword} characters long.`)
  .refine((password) => !isCommonPassword(password), 'Is one of the most used passwords: choose another one.');

/** What has to be known of every staff member. */
export const staffInput = z.object({
  email: emailAddress,
  name: requiredText(100),
  password: passwordInput,
});

export const staffRole = z.enum(staffRoles);

export const setUpInput = staffInput.extend({ token: z.string().max(200) });
