import { z } from 'zod';

/** The body of every error response. */
export const errorBody = z
  .object({
    message: z.string().meta({ description: 'One sentence for a developer.', example: 'The API key is not valid.' }),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof errorBody>;
