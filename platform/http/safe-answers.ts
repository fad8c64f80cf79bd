import { createMiddleware } from 'hono/factory';
import type { PlatformEnv } from './environment.ts';

/** One year, as browsers want it before they believe it for good. */
const strictTransport = 'max-age=31536000';

/**
 * What every answer says of itself, refusals too: nobody keeps it, nobody guesses at its type, no other page holds its
 * window, and where it came over HTTPS, the next request does too. Only a file that never changes says that it may be kept.
 */
export const makeAnswersSafe = createMiddleware<PlatformEnv>(async (c, next) => {
  await next();
  if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Cross-Origin-Opener-Policy', 'same-origin');
  if (c.get('isHttps')) c.header('Strict-Transport-Security', strictTransport);
});
