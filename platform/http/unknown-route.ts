import type { Context } from 'hono';
import { notFound, PlatformError } from '#platform/base/errors.ts';
import type { PlatformEnv } from './environment.ts';
import type { OperationIndex } from './operation-index.ts';

/** A known path with an unknown method is 405 with `Allow`; anything else is 404 UNKNOWN. */
export const refuseUnknownRoute =
  (operations: OperationIndex<string>, basePath = '') =>
  (c: Context<PlatformEnv>): never => {
    const allowed = operations.methodsOf(c.req.path.slice(basePath.length));
    if (allowed.length === 0) throw notFound('UNKNOWN');
    c.header('Allow', allowed.join(', '));
    throw new PlatformError('methodNotAllowed', `The path does not know the method ${c.req.method}.`);
  };
