import 'server-only';
import http from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { type FindAddresses, findAddresses as findByDns } from '#shared/network/find-addresses.ts';
import { ForbiddenAddressError, guardLookup, isForbiddenLiteral } from '#shared/network/guard-lookup.ts';

/**
 * Which addresses a request may reach. `any`: those that the operator has set, which may be of a private network. `public`: those
 * that a manager has entered, which must not lead to programs of the desk's machine or of its network (SSRF).
 */
export type Reach = 'any' | 'public';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export const fetchWithin = (reach: Reach): Fetch =>
  // looked up at each request, since Next replaces it
  reach === 'any' ? (url, init) => fetch(url, init) : fetchPublic;

interface PublicFetchOptions {
  findAddresses?: FindAddresses;
  allowsLoopback?: boolean;
}

/** An idle connection is closed after so long, as by `fetch`. */
const idleMs = 4_000;
const withoutBody = [204, 205, 304];

/**
 * A `fetch` that connects only to public addresses, checked when its socket connects. Node's own has no look-up to set. It
 * follows no redirects and asks for no compression.
 */
export function createPublicFetch({
  findAddresses = findByDns,
  allowsLoopback = false,
}: PublicFetchOptions = {}): Fetch {
  const options = { keepAlive: true, timeout: idleMs, lookup: guardLookup(findAddresses, allowsLoopback) };
  const [plain, guarded] = [new http.Agent(options), new https.Agent(options)];
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    if (isForbiddenLiteral(url, allowsLoopback)) throw new ForbiddenAddressError('The address is not public.');
    const body = Buffer.from(await request.arrayBuffer());
    const agent = url.protocol === 'https:' ? guarded : plain;
    return exchange(url, { ...requestOf(request, body), agent, signal: init.signal ?? undefined }, body);
  };
}

const fetchPublic = createPublicFetch();

const requestOf = ({ method, headers }: Request, { byteLength }: Buffer): http.RequestOptions => ({
  method,
  headers: {
    'user-agent': 'front-desk',
    'accept-encoding': 'identity',
    ...Object.fromEntries(headers),
    ...(method !== 'GET' && { 'content-length': byteLength }),
  },
});

function exchange(url: URL, options: http.RequestOptions, body: Buffer): Promise<Response> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const sent = request(url, options);
    sent.on('error', reject);
    // the only event after an answer that switches protocols, which the time-out does not end
    sent.on('close', () => reject(new Error('The connection ended without an answer.')));
    sent.on('response', (received) => {
      try {
        resolve(responseOf(received));
      } catch (error) {
        // a status or a header that no response may have
        reject(error);
        sent.destroy();
      }
    });
    sent.end(body);
  });
}

function responseOf(received: http.IncomingMessage): Response {
  const { statusCode: status = 0, headersDistinct } = received;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  if (withoutBody.includes(status)) {
    received.resume();
    return new Response(null, { status, headers });
  }
  const stream = Readable.toWeb(received) as ReadableStream; // safe because: it is the global class by another declaration
  return new Response(stream, { status, headers });
}
