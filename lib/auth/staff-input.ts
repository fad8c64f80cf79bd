import { z } from 'zod';
import { emailAddress, requiredText } from '#contracts/v2/primitives.ts';
import { staffRoles } from '#lib/desk/view.ts';
import { longestPassword, shortestPassword } from './password.ts';

/** What has to be known of every staff member. */
export const staffInput = z.object({
  email: emailAddress,
  name: requiredText(100),
  password: z
    .string()
    .min(shortestPassword, `Must be at least ${shortestPassword} characters long.`)
    .max(longestPassword, `Must be at most ${longestPassword} characters long.`),
});

export const staffRole = z.enum(staffRoles);

export const setUpInput = staffInput.extend({ token: z.string().max(200) });
export type SetUpInput = z.infer<typeof setUpInput>;
