import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { notFound } from '#platform/base/errors.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { isLocal } from '#platform/http/require-local-client.ts';
import { sha256 } from '#platform/services/api-keys/api-key.ts';
import type { Sandbox } from '#platform/services/sandbox/sandbox.ts';

/** Endpoints of the sandbox return 404 to all but clients on its own machine, and those that present its own token. */
export const requireSandboxClient = ({ token }: Pick<Sandbox, 'token'>) =>
  createMiddleware<PlatformEnv>(async (c, next) => {
    if (!isLocal(c) && !hasToken(c, token)) throw notFound('UNKNOWN');
    await next();
  });

function hasToken(c: Context<PlatformEnv>, token: string | undefined): boolean {
  const presented = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  if (token === undefined || presented === undefined) return false;
  return timingSafeEqual(sha256(presented), sha256(token));
}
