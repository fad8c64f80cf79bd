import { z } from '@hono/zod-openapi';

/** An integer in a path. One beyond the safe integers of JavaScript is accepted too: it is the id of nothing. */
export const numberParameter = (description: string, example: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,19}$/, 'Must be a whole number.')
    .transform(Number)
    .openapi({ type: 'integer', format: 'int64', description, example });
