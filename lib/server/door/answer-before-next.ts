import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { Log } from '#shared/log/log.ts';
import { securityHeaders } from './security-headers.ts';
import { takes } from './serve-compressed.ts';

/** Below, an answer is one packet anyway. */
const leastCompressed = 1_024;
const compress = promisify(gzip);

interface Answers {
  /** Undefined for a request that Next answers. */
  findAnswer(method: string | undefined, path: string): ((request: Request) => Promise<Response>) | undefined;
  desk: { log: Log };
}

/** Answers some requests without Next, by the functions that its routes would call. */
export const answerBeforeNext =
  (handle: RequestListener, { findAnswer, desk }: Answers) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const answer = findAnswer(request.method, path);
    if (!answer) return handle(request, response);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    try {
      const asked = await readRequest(request, gone.signal);
      await send(await answer(asked), response, request.headers['accept-encoding']);
    } catch (error) {
      if (gone.signal.aborted) return;
      desk.log.error({ error }, 'a request could not be answered');
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { 'cache-control': 'no-store' }).end();
    }
  };

/** A body has been held back until it was complete, and is within the limit of its path. */
async function readRequest(request: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const { method = 'GET', url = '/' } = request;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  const body = method === 'POST' ? await buffer(request) : null;
  return new Request(new URL(url, 'http://desk'), { method, headers, body, signal });
}

async function send(answered: Response, response: ServerResponse, accepted: string | string[] = ''): Promise<void> {
  const headers = { ...securityHeaders, ...Object.fromEntries(answered.headers) };
  if (answered.headers.get('content-type') === 'text/event-stream') {
    response.writeHead(answered.status, headers);
    for await (const piece of answered.body ?? []) response.write(piece);
    response.end();
    return;
  }
  if (answered.status === 204) {
    // RFC 9110, 8.6: without a length
    response.writeHead(204, headers).end();
    return;
  }
  const plain = Buffer.from(await answered.arrayBuffer());
  const isEncoded = answered.headers.has('content-encoding');
  const isCompressed = !isEncoded && plain.length >= leastCompressed && takes('gzip', accepted);
  const body = isCompressed ? await compress(plain, { level: constants.Z_BEST_SPEED }) : plain;
  const coding = isCompressed ? { 'content-encoding': 'gzip' } : {};
  const sent = { ...headers, ...coding, vary: 'Accept-Encoding', 'content-length': body.length };
  response.writeHead(answered.status, sent).end(body);
}
