import { z } from 'zod';
import { optional } from './primitives.ts';

/** Body of `POST /accounts/{accountId}/roles`: an absent field leaves that role as it is. */
export const gymRolesRequest = z
  .object({
    trainer: optional(z.boolean()).meta({ description: 'true gives the trainer right in this gym, false takes it.' }),
    gymOwner: optional(z.boolean()).meta({
      description: 'true gives the gym owner right in this gym, false takes it.',
    }),
  })
  .meta({ id: 'GymRolesRequest' });
export const gymRoles = z
  .object({ trainer: z.boolean().nullish(), gymOwner: z.boolean().nullish() })
  .meta({ id: 'GymRoles' });
export type GymRoles = z.infer<typeof gymRoles>;
