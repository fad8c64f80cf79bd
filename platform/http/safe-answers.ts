import { createMiddleware } from 'hono/factory';
import type { PlatformEnv } from './environment.ts';

/** One year, the minimum for the preload list of browsers. */
const strictTransport = 'max-age=31536000; includeSubDomains';

/** For responses that are not pages: if a browser renders one as a page, it loads nothing and cannot be framed. */
const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Sets security headers on every response, including errors: no caching, no content sniffing, no embedding by other
 * sites, no window handle for them (COOP), no referrer, and HSTS after HTTPS. Immutable files set their own caching,
 * and pages set their own policies.
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
