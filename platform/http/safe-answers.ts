import { createMiddleware } from 'hono/factory';
import type { PlatformEnv } from './environment.ts';

/** For responses that are not pages: if a browser renders one as a page, it loads nothing and cannot be framed. */
const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const safeHeaders = Object.entries({
  'Cache-Control': 'no-store',
  'Content-Security-Policy': closedPolicy,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
});

/**
 * Sets security headers on every response, including errors: no caching, no content sniffing, no embedding by other
 * sites, no window handle for them (COOP), no referrer. Immutable files set their own caching, and pages set their own
 * policies. Headers are set before the handler: a header set afterwards would copy the response.
 */
export const makeAnswersSafe = createMiddleware<PlatformEnv>(async (c, next) => {
  for (const [name, value] of safeHeaders) c.header(name, value);
  await next();
});
