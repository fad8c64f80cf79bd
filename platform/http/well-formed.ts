import { isUtf8 } from 'node:buffer';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { notFound, PlatformError } from '#platform/base/errors.ts';
import { type JsonBounds, parseWithin } from '#shared/json/parse-within.ts';
import type { PlatformEnv } from './environment.ts';

const maxJsonBytes = 1024 * 1024;

/** Deeper than any body of an interface, and more than any holds. */
export const bodyBounds: JsonBounds = { depth: 32, values: 50_000 };

/** Refuses what cannot be decoded, before anything guesses at its meaning. PostgreSQL text cannot hold NUL. */
export const requireDecodableAddress = createMiddleware<PlatformEnv>(async (c, next) => {
  const issue = findIssue(c.req.url.replace(/#.*$/s, ''));
  if (issue) throw new PlatformError('invalidRequest', issue);
  await next();
});

/** Where every malformed id is one that nothing has, so is one that cannot be decoded (behaviour sheet, "Data export"). */
export const requireDecodablePath = createMiddleware<PlatformEnv>(async (c, next) => {
  if (findIssue(c.req.url.replace(/[?#].*$/s, ''))) throw notFound('UNKNOWN');
  await next();
});

function findIssue(address: string): string | undefined {
  try {
    return decodeURIComponent(address).includes('\u0000') ? 'The address holds a NUL character.' : undefined;
  } catch {
    return 'The address holds a malformed percent-encoding.';
  }
}

/** Refuses a body before it fills the memory. */
export const limitJsonBody = bodyLimit({
  maxSize: maxJsonBytes,
  onError: () => {
    throw new PlatformError('invalidRequest', 'The body is longer than 1 MB.', { problem: 'size' });
  },
});

/** Refuses a body that is not declared as JSON. */
export function requireJsonType(c: Context<PlatformEnv>): void {
  const mediaType = c.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType === 'application/json') return;
  throw new PlatformError('invalidRequest', 'The Content-Type must be application/json.', { problem: 'mediaType' });
}

/** Refuses a body that is not JSON in UTF-8. */
export const requireJsonBody = createMiddleware<PlatformEnv>(async (c, next) => {
  requireJsonType(c);
  const bytes = new Uint8Array(await c.req.arrayBuffer());
  if (!isUtf8(bytes)) throw new PlatformError('invalidRequest', 'The body is not UTF-8.');
  try {
    parseWithin(await c.req.text(), bodyBounds);
  } catch {
    throw new PlatformError('invalidRequest', 'The body is not valid JSON, or deeper or longer than any body is.');
  }
  await next();
});
