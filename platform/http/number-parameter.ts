import { z } from '@hono/zod-openapi';

/** A whole number in an address. One beyond what JavaScript counts exactly is a number all the same: of nothing there is. */
export const numberParameter = (description: string, example: number) =>
  z
    .string()
    .regex(/^\d{1,19}$/, 'Must be a whole number.')
    .transform(Number)
    .openapi({ type: 'integer', format: 'int64', description, example });
