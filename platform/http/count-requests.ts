import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { operations as exportOperations } from '#contracts/export/operations.ts';
import { operations as gymOperations } from '#contracts/v1/operations.ts';
import { operations as membershipOperations } from '#contracts/v2/operations.ts';
import type { PlatformMetrics } from '#platform/metrics/platform-metrics.ts';
import type { PlatformEnv } from './environment.ts';

interface Labels {
  interface: 'v2' | 'v1' | 'export' | 'console' | 'other';
  operation: string;
}

/** Counts each request under the name of its operation in the contract, never under its path. */
export function countRequests(metrics: PlatformMetrics, { gymPaths }: { gymPaths: readonly string[] }) {
  const operations = nameRoutes(gymPaths);
  return createMiddleware<PlatformEnv>(async (c, next) => {
    const startedAt = performance.now();
    await next();
    const route = matchedRoutes(c).find(({ path }) => !path.includes('*'))?.path;
    const labels = operations.get(`${c.req.method} ${route}`) ?? {
      interface: interfaceOf(route ?? c.req.path, gymPaths),
      operation: 'other',
    };
    metrics.requests.inc({ ...labels, status: c.res.status });
    metrics.requestDuration.observe({ ...labels }, (performance.now() - startedAt) / 1_000);
    const isRateLimited = c.res.status === 429 && c.res.headers.has('x-ratelimit-remaining');
    if (isRateLimited) metrics.rateLimited.inc({ interface: labels.interface });
  });
}

/** Labels by method and route pattern, in the router's notation. */
function nameRoutes(gymPaths: readonly string[]): Map<string, Labels> {
  const named = new Map<string, Labels>();
  const add = (
    name: Labels['interface'],
    operations: Readonly<Record<string, { method: string; path: string }>>,
    prefix = '',
  ) => {
    for (const [operation, { method, path }] of Object.entries(operations)) {
      named.set(`${method} ${prefix}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, { interface: name, operation });
    }
  };
  add('v2', membershipOperations);
  add('export', exportOperations);
  for (const prefix of gymPaths) add('v1', gymOperations, prefix);
  return named;
}

function interfaceOf(path: string, gymPaths: readonly string[]): Labels['interface'] {
  const isBelow = (start: string) => `${path}/`.startsWith(`${start}/`);
  if (isBelow('/api/v2')) return 'v2';
  if (isBelow('/api/v1/data') || isBelow('/exports')) return 'export';
  if (isBelow('/console')) return 'console';
  return gymPaths.some(isBelow) ? 'v1' : 'other';
}
