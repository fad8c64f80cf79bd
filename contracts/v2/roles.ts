import { z } from 'zod';
import { optional } from './primitives.ts';

/** Body of `POST /accounts/{accountId}/roles`. Absent roles stay unchanged. */
export const gymRolesRequest = z
  .object({
    trainer: optional(z.boolean()).meta({
      description: 'true gives the trainer right in this gym, false takes it.',
      example: true,
    }),
    gymOwner: optional(z.boolean()).meta({
      description: 'true gives the gym owner right in this gym, false takes it.',
      example: false,
    }),
  })
  .meta({ id: 'GymRolesRequest' });
export const gymRoles = z
  .object({
    trainer: z
      .boolean()
      .nullish()
      .meta({ description: 'Whether the account is a trainer of this gym.', example: true }),
    gymOwner: z.boolean().nullish().meta({ description: 'Whether the account owns this gym.', example: false }),
  })
  .meta({ id: 'GymRoles' });
export type GymRoles = z.infer<typeof gymRoles>;
