import type { Context } from 'hono';
import { operations } from '#contracts/v2/operations.ts';
import { notFound, PlatformError } from '#platform/errors.ts';
import type { PlatformEnv } from './environment.ts';

const methodsByPath = new Map<string, Set<string>>();
for (const { path, method } of Object.values(operations)) {
  const methods = methodsByPath.get(path) ?? new Set();
  methods.add(method);
  methodsByPath.set(path, methods);
}
const knownPaths = [...methodsByPath].map(([path, methods]) => ({
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  methods: [...methods],
}));

/** A known path with a method it does not have is 405 with `Allow`; anything else is 404 UNKNOWN. */
export function refuseUnknownRoute(c: Context<PlatformEnv>): never {
  const allowed = knownPaths.filter(({ pattern }) => pattern.test(c.req.path)).flatMap(({ methods }) => methods);
  if (allowed.length === 0) throw notFound('UNKNOWN');
  c.header('Allow', [...new Set(allowed)].sort().join(', '));
  throw new PlatformError('methodNotAllowed', `The path does not know the method ${c.req.method}.`);
}
