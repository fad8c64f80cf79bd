import { z } from 'zod';
import { memberInput } from '#lib/desk/members/member-input.ts';

const crop = z.object({
  x: z.coerce.number().min(0).max(1),
  y: z.coerce.number().min(0).max(1),
  size: z.coerce.number().positive().max(1),
});

/** What goes with a picture in the address; the square in its middle is kept where there is no crop. */
export const photoInput = memberInput.extend({ crop: crop.optional() });
