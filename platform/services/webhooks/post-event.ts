import { lookup as systemLookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { DeliveryFailure } from '#platform/db/schema/webhooks.ts';
import { isReachable } from './reachable-address.ts';
import { hostOf } from './receiver-url.ts';

/** What came of one try: an answer, or why there is none. */
export type PostOutcome = { status: number } | { failure: DeliveryFailure };

export interface PostOptions {
  allowsLoopback: boolean;
  timeoutMs: number;
  /** Ends the try before its time. */
  signal?: AbortSignal;
  /** How names become addresses. */
  lookup?: typeof systemLookup;
}

class ForbiddenAddressError extends Error {
  override name = 'ForbiddenAddressError';
}

/**
 * Posts JSON to a receiver. No redirect is followed and nothing of the answer is read but its status. The address is
 * checked where the socket connects, so that no name can lead a delivery inside: what was checked is what is used.
 */
export async function postEvent(
  url: URL,
  { headers, body }: { headers: Record<string, string>; body: string },
  { allowsLoopback, timeoutMs, signal, lookup = systemLookup }: PostOptions,
): Promise<PostOutcome> {
  const host = hostOf(url);
  // a literal address is not looked up
  if (isIP(host) !== 0 && !isReachable(host, allowsLoopback)) return { failure: 'forbidden address' };
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const status = await readStatus(url, body, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'front-desk-platform',
      },
      agent: false,
      lookup: guardLookup(lookup, allowsLoopback),
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
    });
    return { status };
  } catch (error) {
    signal?.throwIfAborted();
    if (deadline.aborted) return { failure: 'no answer in time' };
    return { failure: isForbiddenAddress(error) ? 'forbidden address' : 'no connection' };
  }
}

function readStatus(url: URL, body: string, options: http.RequestOptions): Promise<number> {
  const { request } = url.protocol === 'http:' ? http : https;
  return new Promise((resolve, reject) => {
    const sent = request(url, options);
    sent.on('response', ({ statusCode = 0 }) => {
      resolve(statusCode);
      sent.destroy();
    });
    sent.on('error', reject);
    sent.on('close', () => reject(new Error('The connection ended without an answer.')));
    sent.end(body);
  });
}

/** Looks a name up and leaves only addresses that a delivery may go to. */
const guardLookup =
  (lookup: typeof systemLookup, allowsLoopback: boolean): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '');
      const open = found.filter(({ address }) => isReachable(address, allowsLoopback));
      const [first] = open;
      if (!first) return callback(new ForbiddenAddressError('No address of the receiver may be used.'), '');
      return options.all ? callback(null, open) : callback(null, first.address, first.family);
    });
  };

const isForbiddenAddress = (error: unknown): boolean =>
  error instanceof ForbiddenAddressError ||
  (error instanceof AggregateError && error.errors.some((inner) => inner instanceof ForbiddenAddressError));
