import { isUtf8 } from 'node:buffer';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { notFound, PlatformError } from '#platform/base/errors.ts';
import { type JsonBounds, parseWithin } from '#shared/json/parse-within.ts';
import type { PlatformEnv } from './environment.ts';
import { limitBodies, receiveBody } from './receive-body.ts';

const json = 'application/json';
const maxJsonBytes = 1024 * 1024;

/** Deeper and larger than any valid body of an interface. */
export const bodyBounds: JsonBounds = { depth: 32, values: 50_000 };

/** Rejects a URL that cannot be decoded, before it is interpreted. PostgreSQL text cannot contain NUL. */
export const requireDecodableAddress = createMiddleware<PlatformEnv>(async (c, next) => {
  const issue = findIssue(c.req.url.replace(/#.*$/s, ''));
  if (issue) throw new PlatformError('invalidRequest', issue);
  await next();
});

/**
 * 404 for a path that cannot be decoded, in an interface where every malformed id is 404, such as the data export.
 */
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

/**
 * Rejects a body that is not declared as JSON. Its parameters mean nothing, and are removed: the validation refuses some that are
 * valid, such as an empty one (RFC 9110, 5.6.6).
 */
export function requireJsonType(c: Context<PlatformEnv>): void {
  const declared = c.req.header('content-type');
  if (declared?.split(';', 1)[0]?.trim().toLowerCase() !== json) {
    throw new PlatformError('invalidRequest', 'The Content-Type must be application/json.', { problem: 'mediaType' });
  }
  if (declared !== json) c.req.raw.headers.set('content-type', json);
}

/** Receives JSON of up to 1 MB, and rejects what is not JSON in UTF-8. */
export const takeJson = createMiddleware<PlatformEnv>(async (c, next) => {
  requireJsonType(c);
  const held = limitBodies(...holderOf(c));
  try {
    const body = await receiveBody(c, { maxBytes: maxJsonBytes, held, refuseLong });
    const value = parseBody(decodeBody(new Uint8Array(body)));
    // for the validation, which would decode and parse it again
    c.req.json = () => Promise.resolve(value) as Promise<never>; // safe because: it is what Hono would parse
    await next();
  } finally {
    held.release();
  }
});

/** The gym and its key; what a sandbox is told for no gym has one holder. */
function holderOf(c: Context<PlatformEnv>): [string, string | undefined] {
  const { call, key }: Partial<PlatformEnv['Variables']> = c.var;
  return [call?.gymId ?? 'sandbox', key?.keyId];
}

const refuseLong = () => {
  throw new PlatformError('invalidRequest', 'The body is longer than 1 MB.', { problem: 'size' });
};

const decoder = new TextDecoder();

/**
 * The text of a body, without a byte order mark.
 * @throws 400 invalidRequest if it is not UTF-8
 */
export function decodeBody(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new PlatformError('invalidRequest', 'The body is not UTF-8.');
  return decoder.decode(bytes);
}

function parseBody(text: string): unknown {
  try {
    return parseWithin(text, bodyBounds);
  } catch {
    throw new PlatformError('invalidRequest', 'The body is not valid JSON, or deeper or longer than any body is.');
  }
}
