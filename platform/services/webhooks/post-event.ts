import { lookup as systemLookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { DeliveryFailure } from '#platform/db/schema/webhooks.ts';
import { guardLookup, isForbiddenAddress, isForbiddenLiteral, type Lookup } from '#shared/network/guard-lookup.ts';

/** The outcome of one attempt: a status, or the reason why there is none. */
export type PostOutcome = { status: number } | { failure: DeliveryFailure };

export interface PostOptions {
  allowsLoopback: boolean;
  timeoutMs: number;
  /** Aborts the attempt. */
  signal?: AbortSignal;
  /** DNS look-up. */
  lookup?: Lookup;
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
  if (isForbiddenLiteral(url, allowsLoopback)) return { failure: 'forbidden address' };
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
