import { z } from '@hono/zod-openapi';

const named = (name: string, schema: z.ZodType<string>, description: string) =>
  schema.meta({ description, param: { name, in: 'path' } });

/** Path parameters shared by several resources. */
export const accountIdParameter = z.object({
  accountId: named('accountId', z.string().min(1), 'The account.'),
});
