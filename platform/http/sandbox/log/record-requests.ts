import type { Context, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { type LoggedRequest, logLimits, type RequestLog } from '#platform/services/sandbox-log/request-log.ts';
import { loggedInterfaces } from './logged-interfaces.ts';

/** Records each request of the interfaces with its response, also one that is refused before it is looked at. */
export function recordInterfaces(app: Hono<PlatformEnv>, log: RequestLog, gymPaths: readonly string[]): void {
  app.use('/api/v2/*', recordRequests(log, 'v2'));
  app.use('/api/v1/data/*', recordRequests(log, 'export'));
  for (const path of gymPaths) app.use(`${path}/*`, recordRequests(log, 'v1', path));
}

/** @param basePath prefix of the paths of the interface */
const recordRequests = (log: RequestLog, name: LoggedRequest['interface'], basePath = '') => {
  const { index, credentialOf } = loggedInterfaces[name];
  return createMiddleware<PlatformEnv>(async (c, next) => {
    const at = log.clock();
    let receivedAt = performance.now();
    // a client that sends slowly would make the platform look slow
    whenReceived(c, () => {
      receivedAt = performance.now();
    });
    noteAnswer(c);
    await next();
    const answeredAt = performance.now();
    const fault = c.get('fault');
    const isDropped = fault === 'droppedBefore' || fault === 'droppedAfter';
    log.add({
      requestId: c.get('requestId'),
      at,
      durationMs: Math.round((answeredAt - receivedAt) * 10) / 10,
      interface: name,
      operation: index.find(c.req.method, c.req.path.slice(basePath.length)),
      method: c.req.method,
      path: c.req.url.slice(c.req.url.indexOf('/', c.req.url.indexOf('://') + 3)).replace(/\?$/, ''),
      credential: credentialOf(c),
      gymId: c.get('call')?.gymId,
      status: isDropped || hasClientLeft(c) ? undefined : c.res.status,
      fault,
      requestBody: await readBody(c),
      answerBody: isDropped ? undefined : c.get('answerText'),
    });
  });
};

/** Calls `note` when the last byte of the request has arrived: 'end' is emitted only when a request has been read to its end. */
function whenReceived({ env }: Context<PlatformEnv>, note: () => void): void {
  const incoming = env?.incoming;
  if (!incoming || incoming.complete) return;
  const push = incoming.push.bind(incoming);
  incoming.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk === null) note();
    return push(chunk, encoding);
  };
}

/** Whether the connection was closed before there was a response. */
const hasClientLeft = ({ env }: Context<PlatformEnv>): boolean => env?.incoming?.socket.destroyed === true;

/** Notes the text of the response where it is made: a response that is read afterwards has to be copied, and sent as a stream. */
function noteAnswer(c: Context<PlatformEnv>): void {
  const newResponse = c.newResponse as (data: Parameters<typeof c.newResponse>[0], ...rest: unknown[]) => Response; // safe because: its overloads differ in the rest alone
  const note = (data: Parameters<typeof newResponse>[0], ...rest: unknown[]) => {
    if (typeof data === 'string') c.set('answerText', data);
    return newResponse(data, ...rest);
  };
  const json = (value: unknown, status?: unknown, headers?: Record<string, string>) =>
    note(JSON.stringify(value), status, { 'Content-Type': 'application/json', ...headers });
  // safe because: Hono's own do the same
  Object.assign(c, { newResponse: note, body: note, json } as unknown as Pick<
    typeof c,
    'newResponse' | 'body' | 'json'
  >);
}

/** The beginning of a JSON body, as it was read for the operation. */
async function readBody({ req }: Context<PlatformEnv>): Promise<string | undefined> {
  const { arrayBuffer, text } = req.bodyCache;
  if (text) return text;
  if (!arrayBuffer) return undefined;
  const bytes = await Promise.resolve(arrayBuffer).catch(() => undefined); // the client went away
  // a character has at most four bytes
  return bytes && Buffer.from(bytes).toString('utf8', 0, 4 * logLimits.bodyCharacters);
}
