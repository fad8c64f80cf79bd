import { z } from 'zod';

/** The body of every error response (seed of the gym interface, "Resources and their fields"). */
export const errorBody = z
  .object({
    error: z.number().int().meta({ description: 'HTTP status.', example: 404 }),
    errorText: z
      .string()
      .optional()
      .meta({ description: 'One sentence for a developer.', example: 'There is no such account.' }),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof errorBody>;
