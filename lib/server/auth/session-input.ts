import { z } from 'zod';

const text = z.string().max(2_000).optional();

/**
 * What our pages send to sign in or out; each means takes its own of it. Where to lead afterwards is none of it: some values
 * of that next-auth answers with a failure of its own.
 */
export const sessionInput = z.object({
  csrfToken: text,
  /** Asks for an answer that is no redirect. */
  json: z.literal('true'),
  email: text,
  password: text,
  card: text,
  source: text,
  pin: text,
  locationId: text,
  token: text,
});
