import { createMiddleware } from 'hono/factory';
import type { PlatformEnv } from './environment.ts';

/** One year, as browsers want it before they believe it for good. */
const strictTransport = 'max-age=31536000; includeSubDomains';

/** What is no page of ours loads nothing and is framed by nobody, should a browser show it as one. */
const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * What every answer says of itself, refusals too: nobody keeps it, nobody guesses at its type, no other site embeds it or
 * holds its window, no address of it is told elsewhere, and where it came over HTTPS, the next request does too. Only a
 * file that never changes says that it may be kept, only a page what it loads.
 */
export const makeAnswersSafe = createMiddleware<PlatformEnv>(async (c, next) => {
  await next();
  if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  if (!c.res.headers.has('Content-Security-Policy')) c.header('Content-Security-Policy', closedPolicy);
  if (!c.res.headers.has('Referrer-Policy')) c.header('Referrer-Policy', 'no-referrer');
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Cross-Origin-Resource-Policy', 'same-origin');
  c.header('Cross-Origin-Opener-Policy', 'same-origin');
  if (c.get('isHttps')) c.header('Strict-Transport-Security', strictTransport);
});
