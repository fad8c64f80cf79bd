import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { wellFormedText } from '#lib/wire/well-formed.ts';
import { isActionInput } from './action-input.ts';
import { largestBodyOf } from './body-limits.ts';
import { dropCallbackAddress, isRouterState } from './framework-headers.ts';
import { holdBody } from './hold-body.ts';
import { isOwnOrigin } from './own-origin.ts';

/** One year, as browsers want it before they believe it for good. */
const strictTransport = 'max-age=31536000; includeSubDomains';

const closedPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The service worker lives by the policy of its own file: it asks the desk, and nobody else. A route cannot say so itself. */
const workerPolicy =
  "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * What every answer says unless the page or file itself says otherwise: no other site embeds it, and shown by itself it loads
 * nothing. Pages have a policy of their own (`proxy.ts`).
 */
const closed = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** What a browser sends a form as by itself, before the page has come to life. */
const formTypes = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

const methods: readonly (string | undefined)[] = ['GET', 'HEAD', 'POST', 'OPTIONS'];

/** What a page of an earlier build hears of its action from Next itself. */
const actionNotFound = { 'x-nextjs-action-not-found': '1' };

interface GuardOptions {
  /** The address the desk was told. */
  deskUrl: string;
  /** Whether a server action of this id is in the build. Next writes a line of the log for every other one. */
  knowsAction(id: string): boolean;
  /** Whether an action of the build is there at the moment, for whoever calls it. */
  isOffered(id: string): Promise<boolean>;
}

/**
 * What every request passes before the desk's own code sees it: an address that can be read, a body that is not larger
 * than its path takes, and for a server action the page it comes from and an input that its page could have sent. Routes
 * ask for that themselves (`openPost`). A form that a page sent before it was alive leads back to it: nothing of it is read.
 */
export function guardRequests(handle: RequestListener, options: GuardOptions): RequestListener {
  const { deskUrl, knowsAction } = options;
  return (request, response) => {
    if (isSecure(request, deskUrl)) {
      response.setHeader('strict-transport-security', strictTransport);
      // over plain HTTP a browser ignores it, and complains
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
      // our actions take plain values, and those travel as text: what else Next could read, strangers alone would send
      if (!header('content-type')?.startsWith('text/plain')) return refuse(response, 415);
    } else {
      // at an address that no route has, Next would take a call of an action, and a form for one
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

/** Lets a server action go on once its input has come, where it is one and the action is offered. */
function holdAction(
  handle: RequestListener,
  { isOffered }: GuardOptions,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  // what is done later is still done for this request
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
  // Next compares them once more by itself, and knows neither the address that the desk was told nor proxies of other names
  request.headers['x-forwarded-host'] = new URL(String(request.headers.origin)).host;
}

/** Whether the person's browser speaks HTTPS: the desk itself never does, a proxy before it may. */
function isSecure({ headers }: IncomingMessage, deskUrl: string): boolean {
  const forwarded = [headers['x-forwarded-proto']].flat()[0]?.split(',')[0]?.trim();
  if (forwarded) return forwarded === 'https';
  const told = new URL(deskUrl);
  return told.protocol === 'https:' && headers.host === told.host;
}

/** @returns null for an address that holds what is no text, or none that can be kept, and for one with a host: Next leads to it */
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

/** What else was sent is thrown away as it comes in. */
function refuse(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'cache-control': 'no-store', ...headers }).end();
}

/**
 * Ends a request whose length was not told as soon as more has come than its path takes. It is counted where the parser
 * hands it over: to listen for data would take the body from whoever reads it.
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
