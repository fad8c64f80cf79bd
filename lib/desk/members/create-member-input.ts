import { z } from 'zod';
import { emailAddress } from '#contracts/v2/primitives.ts';
import { profileFields } from './profile.ts';

export const newEmailInput = z.object({ locationId: z.uuid(), email: emailAddress });
export type NewEmailInput = z.infer<typeof newEmailInput>;

/** Longer than any field may be: what is too long is told at the field. */
const entry = z.string().trim().max(2_000);

/** What was entered of somebody who is to become a member. */
export const newMemberInput = z.object({
  locationId: z.uuid(),
  values: z.record(z.enum(profileFields), entry),
  tan: z.string().trim().max(100),
});
export type NewMemberInput = z.infer<typeof newMemberInput>;
