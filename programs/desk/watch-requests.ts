import type { RequestListener } from 'node:http';
import type { Counter, Histogram } from 'prom-client';
import { logContext } from '#lib/server/log/log-context.ts';
import { newRequestContext, runInContext } from '#lib/server/log/request-context.ts';
import type { ActionOf } from '#programs/build/actions-of-build.ts';
import type { Log } from '#shared/log/log.ts';
import { requestLineOf, requestMessage } from '#shared/log/request-line.ts';
import { requestIdHeader } from '#shared/request-id/request-id.ts';
import { isBuiltFile, type RouteOf } from './desk-routes.ts';

/** What the started desk hands to its launcher. */
export interface WatchedBy {
  log: Log;
  metrics: {
    requests: Counter<'route' | 'method' | 'status'>;
    requestDuration: Histogram<'route'>;
  };
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

interface Names {
  routeOf: RouteOf;
  actionOf: ActionOf;
}

/**
 * Names every request and counts it, and writes one log line about it: the route and the server action, never the address,
 * which may hold a card or an e-mail; with that what went wrong meanwhile. Files of the build are counted and not logged.
 */
export const watchRequests =
  (handle: RequestListener, { log, metrics }: WatchedBy, { routeOf, actionOf }: Names): RequestListener =>
  (request, response) => {
    const startedAt = performance.now();
    // one name for it here and in the browser; what the browser called it counts for nothing
    const context = newRequestContext();
    const { requestId } = context;
    request.headers[requestIdHeader] = requestId;
    response.setHeader(requestIdHeader, requestId);
    response.once('close', () => {
      const route = routeOf(request.url ?? '/');
      const method = methods.has(request.method ?? '') ? (request.method ?? 'other') : 'other';
      const { statusCode: status } = response;
      metrics.requests.inc({ route, method, status });
      if (route !== liveRoute) metrics.requestDuration.observe({ route }, (performance.now() - startedAt) / 1_000);
      if (isBuiltFile(route)) return;
      const action = actionOf([request.headers['next-action']].flat()[0] ?? '');
      const line = requestLineOf({ method, route, status, startedAt });
      logContext(log, context, { ...line, ...(action && { action }) }, requestMessage);
    });
    return runInContext(context, () => handle(request, response));
  };

/** Open for as long as its window is: how long says nothing of the desk. */
const liveRoute = '/api/live';
