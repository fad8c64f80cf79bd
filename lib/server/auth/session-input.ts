import { z } from 'zod';

const text = z.string().max(2_000).optional();

/**
 * The fields that our pages send to sign in or out. `callbackUrl` is not among them, since next-auth throws for some of its
 * values.
 */
export const sessionInput = z.object({
  csrfToken: text,
  /** Asks for JSON in place of a redirect. */
  json: z.literal('true'),
  email: text,
  password: text,
  card: text,
  source: text,
  pin: text,
  locationId: text,
  token: text,
  /** JSON: what an authenticator answered. */
  proof: z.string().max(20_000).optional(),
});
