import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { wellFormedText } from '#lib/wire/well-formed.ts';
import { isActionInput } from './action-input.ts';
import { largestBodyOf } from './body-limits.ts';
import { dropCallbackAddress, isRouterState } from './framework-headers.ts';
import { holdBody } from './hold-body.ts';
import { isOwnOrigin } from './own-origin.ts';

/** One year: what browsers require for their preload lists. */
const strictTransport = 'max-age=31536000; includeSubDomains';

const closedPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The service worker is bound by the policy of its own file: it may connect to the desk only. A route cannot set it itself. */
const workerPolicy =
  "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Default headers of every response: other sites cannot embed it. With `closedPolicy` it loads nothing when opened by itself.
 * Pages have a policy of their own (`proxy.ts`).
 */
const closed = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** The content types of native form submissions, before a page is hydrated. */
const formTypes = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

const methods: readonly (string | undefined)[] = ['GET', 'HEAD', 'POST', 'OPTIONS'];

/** The header by which Next tells a page of an earlier build that its action does not exist any more. */
const actionNotFound = { 'x-nextjs-action-not-found': '1' };

interface GuardOptions {
  /** The desk's public address, as configured. */
  deskUrl: string;
  /** Whether the build has a server action with this id. Next would log every unknown one. */
  knowsAction(id: string): boolean;
  /** Whether an action of the build is enabled at the moment. */
  isOffered(id: string): Promise<boolean>;
}

/**
 * Checks every request before the desk's own code runs: a valid address, a body within the limit of its path, and for a server
 * action its origin and an input that a page could have sent. Routes check origin and type themselves (`openPost`). A native
 * form submission, from before hydration, is redirected to its page unread.
 */
export function guardRequests(handle: RequestListener, options: GuardOptions): RequestListener {
  const { deskUrl, knowsAction } = options;
  return (request, response) => {
    if (isSecure(request, deskUrl)) {
      response.setHeader('strict-transport-security', strictTransport);
      // over plain HTTP, browsers ignore this header and print a warning
      response.setHeader('cross-origin-opener-policy', 'same-origin');
    }
    for (const [name, value] of Object.entries(closed)) response.setHeader(name, value);
    const path = readPath(request.url ?? '');
    response.setHeader('content-security-policy', path === '/worker.js' ? workerPolicy : closedPolicy);
    if (path === null) return refuse(response, 400);
    if (!methods.includes(request.method)) return refuse(response, 405, { allow: methods.join(', ') });
    const header = (name: string) => [request.headers[name]].flat()[0];
    if (!isRouterState(header('next-router-state-tree'))) return refuse(response, 400);
    dropCallbackAddress(request);
    const isForPage = request.method !== 'GET' && request.method !== 'HEAD' && !path.startsWith('/api/');
    if (isForPage) {
      if (!isOwnOrigin(header, deskUrl)) return refuse(response, 403);
      const isForm = !header('next-action') && formTypes.test(header('content-type') ?? '');
      if (isForm) return refuse(response, 303, { location: request.url ?? '/' });
      if (!knowsAction(header('next-action') ?? '')) return refuse(response, 404, actionNotFound);
      // our actions take plain values, which are sent as text: the other types that Next accepts are never sent by our pages
      if (!header('content-type')?.startsWith('text/plain')) return refuse(response, 415);
    } else {
      // at an address without a route, Next would accept a call of an action, and treat a form as one
      if (header('content-type')?.toLowerCase().startsWith('multipart/')) return refuse(response, 415);
      delete request.headers['next-action'];
    }
    const limit = largestBodyOf(path);
    if (Number(request.headers['content-length'] ?? 0) > limit) return refuse(response, 413);
    if (isForPage) return holdAction(handle, options, request, response);
    cutAt(limit, request, response);
    handle(request, response);
  };
}

/** Buffers the input of a server action, and passes the request on if the input is valid and the action enabled. */
function holdAction(
  handle: RequestListener,
  { isOffered }: GuardOptions,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  // keeps the async context of this request for later
  const inContext = AsyncLocalStorage.snapshot();
  const id = String(request.headers['next-action']);
  holdBody(request, largestBodyOf(request.url ?? ''), {
    tooLarge: () => cut(request, response),
    whole: (body) => {
      if (!isActionInput(body)) return refuse(response, 400);
      inContext(() => isOffered(id)).then(
        (isThere) => inContext(() => (isThere ? handle(request, response) : refuse(response, 404, actionNotFound))),
        () => refuse(response, 503, { 'retry-after': '1' }),
      );
    },
  });
  // Next compares origin and host again, without knowing the configured address or proxies under other names
  request.headers['x-forwarded-host'] = new URL(String(request.headers.origin)).host;
}

/** Whether the browser uses HTTPS. The desk itself never does; a proxy before it may. */
function isSecure({ headers }: IncomingMessage, deskUrl: string): boolean {
  const forwarded = [headers['x-forwarded-proto']].flat()[0]?.split(',')[0]?.trim();
  if (forwarded) return forwarded === 'https';
  const told = new URL(deskUrl);
  return told.protocol === 'https:' && headers.host === told.host;
}

/** @returns null for an address with malformed text, and for one with a host, to which Next would redirect */
function readPath(address: string): string | null {
  if (!address.startsWith('/')) return null;
  try {
    if (!wellFormedText.safeParse(decodeURIComponent(address)).success) return null;
    const { host, pathname } = new URL(address, 'http://desk');
    return host === 'desk' ? pathname : null;
  } catch {
    return null;
  }
}

/** The rest of the request body is discarded as it arrives. */
function refuse(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'cache-control': 'no-store', ...headers }).end();
}

/**
 * Cuts off a chunked request as soon as it exceeds the limit of its path. Counts in `push`, which the parser calls: a `data`
 * listener would consume the body before its reader.
 */
function cutAt(limit: number, request: IncomingMessage, response: ServerResponse): void {
  if (!request.headers['transfer-encoding']) return;
  const push = request.push.bind(request);
  let bytes = 0;
  request.push = (chunk: Uint8Array | null, encoding) => {
    bytes += chunk?.length ?? 0;
    if (bytes <= limit) return push(chunk, encoding);
    cut(request, response);
    return false;
  };
}

function cut(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) request.destroy();
  else response.writeHead(413, { connection: 'close' }).end(() => request.destroy());
}
