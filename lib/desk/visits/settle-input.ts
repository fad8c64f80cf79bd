import { z } from 'zod';
import { keptStates } from '#lib/desk/view.ts';

/** All visits that stay here for one reason, and how many the manager has seen. */
export const settleInput = z.object({ state: z.enum(keptStates), count: z.number().int().positive() });
export type SettleInput = z.infer<typeof settleInput>;
