import http from 'node:http';
import https from 'node:https';
import type { DeliveryFailure } from '#platform/db/schema/webhooks.ts';
import { type FindAddresses, findAddresses as findByDns } from '#shared/network/find-addresses.ts';
import { guardLookup, isForbiddenAddress, isForbiddenLiteral } from '#shared/network/guard-lookup.ts';

/** The outcome of one attempt: a status, or the reason why there is none. */
export type PostOutcome = Answer | { failure: DeliveryFailure };

interface Answer {
  status: number;
  /** The beginning of the response's body, if it is read. */
  body?: string;
}

export interface PostOptions {
  allowsLoopback: boolean;
  timeoutMs: number;
  /** Whether the beginning of the response's body is read, for the log of a sandbox. */
  readsBody?: boolean;
  /** Aborts the attempt. */
  signal?: AbortSignal;
  findAddresses?: FindAddresses;
}

/**
 * Posts JSON to a receiver. It follows no redirects and, outside a sandbox, reads only the status of the response. The
 * address is checked when the socket connects, so that a host name cannot lead to an internal address after the check
 * (DNS rebinding).
 */
export async function postEvent(
  url: URL,
  { headers, body }: { headers: Record<string, string>; body: string },
  { allowsLoopback, timeoutMs, readsBody = false, signal, findAddresses = findByDns }: PostOptions,
): Promise<PostOutcome> {
  if (isForbiddenLiteral(url, allowsLoopback)) return { failure: 'forbidden address' };
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    return await readAnswer(url, body, readsBody, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'front-desk-platform',
      },
      agent: false,
      lookup: guardLookup(findAddresses, allowsLoopback),
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
    });
  } catch (error) {
    signal?.throwIfAborted();
    if (deadline.aborted) return { failure: 'no answer in time' };
    return { failure: isForbiddenAddress(error) ? 'forbidden address' : 'no connection' };
  }
}

function readAnswer(url: URL, body: string, readsBody: boolean, options: http.RequestOptions): Promise<Answer> {
  const { request } = url.protocol === 'http:' ? http : https;
  return new Promise((resolve, reject) => {
    const sent = request(url, options);
    let answer: Answer | undefined;
    const end = (error = new Error('The connection ended without an answer.')) => {
      if (answer) resolve(answer);
      else reject(error);
      sent.destroy();
    };
    sent.on('response', (response) => {
      answer = { status: response.statusCode ?? 0 };
      if (readsBody) noteBeginning(response, answer, () => end());
      else end();
    });
    sent.on('error', end);
    sent.on('close', () => end());
    sent.end(body);
  });
}

const longestBeginning = 8_192;
const readWithinMs = 1_000;

/** Reads a body until it ends, is long enough or takes too long. However it ends, the status is the outcome. */
function noteBeginning(response: http.IncomingMessage, answer: Answer, end: () => void): void {
  let text = '';
  const timer = setTimeout(end, readWithinMs);
  answer.body = text;
  response.setEncoding('utf8');
  response.on('data', (piece: string) => {
    text += piece;
    answer.body = text;
    if (text.length >= longestBeginning) end();
  });
  response.on('end', end);
  response.on('error', end);
  response.on('close', () => clearTimeout(timer));
}
