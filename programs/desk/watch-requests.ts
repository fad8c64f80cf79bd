import type { RequestListener } from 'node:http';
import type { Counter, Histogram } from 'prom-client';
import { logContext } from '#lib/server/log/log-context.ts';
import { newRequestContext, runInContext } from '#lib/server/log/request-context.ts';
import type { ActionOf } from '#programs/build/actions-of-build.ts';
import type { Log } from '#shared/log/log.ts';
import { requestLineOf, requestMessage } from '#shared/log/request-line.ts';
import { requestIdHeader } from '#shared/request-id/request-id.ts';
import { isBuiltFile, type RouteOf } from './desk-routes.ts';

/** What the started desk passes to its launcher. */
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
 * Gives every request an id, counts it, and writes one log line: the route and the server action, never the URL, which
 * may contain a card or an e-mail address; with the failures of the request. Files of the build are counted and not
 * logged.
 */
export const watchRequests =
  (handle: RequestListener, { log, metrics }: WatchedBy, { routeOf, actionOf }: Names): RequestListener =>
  (request, response) => {
    const startedAt = performance.now();
    // one id here and in the browser; the browser's own is ignored
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

/** Open as long as its window: its duration says nothing about the desk. */
const liveRoute = '/api/live';
