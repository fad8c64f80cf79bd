import { isUtf8 } from 'node:buffer';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { PlatformError } from '#platform/errors.ts';
import type { PlatformEnv } from './environment.ts';

const maxJsonBytes = 1024 * 1024;

/** Refuses what cannot be decoded, before anything guesses at its meaning. PostgreSQL text cannot hold NUL. */
export const requireDecodableAddress = createMiddleware<PlatformEnv>(async (c, next) => {
  const address = c.req.url.replace(/#.*$/s, '');
  let decoded: string;
  try {
    decoded = decodeURIComponent(address);
  } catch {
    throw new PlatformError('invalidRequest', 'The address holds a malformed percent-encoding.');
  }
  if (decoded.includes('\u0000')) throw new PlatformError('invalidRequest', 'The address holds a NUL character.');
  await next();
});

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
    await c.req.json();
  } catch {
    throw new PlatformError('invalidRequest', 'The body is not valid JSON.');
  }
  await next();
});
