import { lookup as systemLookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { DeliveryFailure } from '#platform/db/schema/webhooks.ts';
import { isReachable } from './reachable-address.ts';
import { hostOf } from './receiver-url.ts';

/** The outcome of one attempt: a status, or the reason why there is none. */
export type PostOutcome = { status: number } | { failure: DeliveryFailure };

export interface PostOptions {
  allowsLoopback: boolean;
  timeoutMs: number;
  /** Aborts the attempt. */
  signal?: AbortSignal;
  /** DNS look-up. */
  lookup?: typeof systemLookup;
}

class ForbiddenAddressError extends Error {
  override name = 'ForbiddenAddressError';
}

/**
 * Posts JSON to a receiver. It follows no redirects and reads only the status of the response. The address is checked
 * when the socket connects, so that a host name cannot lead to an internal address after the check (DNS rebinding).
 */
export async function postEvent(
  url: URL,
  { headers, body }: { headers: Record<string, string>; body: string },
  { allowsLoopback, timeoutMs, signal, lookup = systemLookup }: PostOptions,
): Promise<PostOutcome> {
  const host = hostOf(url);
  // a literal address is not looked up, so it is checked here
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

/** Looks a name up and returns only addresses that a delivery may reach. */
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
