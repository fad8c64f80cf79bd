import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Counter, Histogram } from 'prom-client';
import { isBuiltFile, type RouteOf } from './desk-routes.ts';

/** What the started desk hands to its launcher. */
export interface WatchedBy {
  log: { info(what: object, message: string): void; warn(what: object, message: string): void };
  metrics: {
    requests: Counter<'route' | 'method' | 'status'>;
    requestDuration: Histogram<'route'>;
  };
}

const requestIdHeader = 'x-request-id';
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Names every request and counts it, and writes one log line about it: the route, never the address, which may hold a card
 * or an e-mail. Files of the build are counted and not logged.
 */
export const watchRequests =
  (handle: RequestListener, { log, metrics }: WatchedBy, routeOf: RouteOf): RequestListener =>
  (request, response) => {
    const startedAt = performance.now();
    // one name for it here and in the browser; what the browser called it counts for nothing
    const requestId = randomUUID();
    request.headers[requestIdHeader] = requestId;
    response.setHeader(requestIdHeader, requestId);
    response.once('close', () => {
      const route = routeOf(request.url ?? '/');
      const method = methods.has(request.method ?? '') ? (request.method ?? 'other') : 'other';
      const { statusCode: status } = response;
      const ms = performance.now() - startedAt;
      metrics.requests.inc({ route, method, status });
      if (route !== liveRoute) metrics.requestDuration.observe({ route }, ms / 1_000);
      if (isBuiltFile(route)) return;
      const line = { requestId, method, route, status, ms: Math.round(ms * 10) / 10 };
      if (status >= 500) log.warn(line, 'request');
      else log.info(line, 'request');
    });
    return handle(request, response);
  };

/** Open for as long as its window is: how long says nothing of the desk. */
const liveRoute = '/api/live';
