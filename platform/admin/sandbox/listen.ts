import { once } from 'node:events';
import http, { type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { webhookDelivery } from '#contracts/v2/webhooks.ts';
import { deliveryTimeoutMs } from '#platform/services/webhooks/retry-schedule.ts';
import { isSigned } from '#shared/webhook/signature.ts';
import { askSandbox, type SandboxPlace } from './ask-sandbox.ts';

interface Listening {
  gymId: string;
  forwardTo: string;
  secret: string;
  /** Ends it; without one it never ends. */
  signal: AbortSignal | undefined;
  write: (text: string) => void;
}

interface Delivery {
  headers: IncomingHttpHeaders;
  body: string;
}

const registered = z.object({ id: z.number() });

/** A little less than the platform waits, so that it gets an answer from here. */
const longestMs = deliveryTimeoutMs - 500;

/**
 * Receives the events of a gym, forwards them, and prints what came of it. The webhook exists as long as it runs.
 * @throws OperatorMistake if no sandbox answers, or with what it refuses
 */
export async function listen(place: SandboxPlace, listening: Listening): Promise<void> {
  const { gymId, forwardTo, secret, signal, write } = listening;
  const print = (line: object) => write(`${JSON.stringify(line)}\n`);
  const server = http.createServer(async (request, response) => {
    const delivery = { headers: request.headers, body: (await buffer(request)).toString() };
    const startedAt = Date.now();
    const status = await forward(forwardTo, delivery);
    print({ ...describe(delivery, secret), status, durationMs: Date.now() - startedAt });
    response.writeHead(status ?? 502).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo; // safe because: it listens on TCP
    const url = `http://127.0.0.1:${port}/events`;
    const path = `/gyms/${encodeURIComponent(gymId)}/webhooks`;
    const { id } = await askSandbox(place, { method: 'POST', path, body: { url, secret }, schema: registered });
    print({ webhookId: id, gymId, forwardTo, secret });
    if (!signal?.aborted) await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    // a reset of the gym removes it
    await askSandbox(place, { method: 'DELETE', path: `${path}/${id}`, schema: z.null(), mayBeGone: 'WEBHOOK' });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function describe({ headers, body }: Delivery, secret: string) {
  const text = (name: string) => headers[name]?.toString() ?? null;
  const signature = {
    id: text('webhook-id'),
    timestamp: text('webhook-timestamp'),
    signatures: text('webhook-signature'),
  };
  // the clock of a sandbox may have been moved
  const received = { body, secret, now: Date.now(), longestAgeMs: Number.POSITIVE_INFINITY };
  const { type, accountId, timestamp } = parseDelivery(body) ?? { type: null, accountId: null, timestamp: null };
  return { type, accountId, timestamp, deliveryId: signature.id, isSigned: isSigned(signature, received) };
}

function parseDelivery(body: string) {
  try {
    return webhookDelivery.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

const ofConnection = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive'];

/** @returns the status of the receiver's response; null if there was none in time */
async function forward(to: string, { headers, body }: Delivery): Promise<number | null> {
  const passedOn = Object.entries(headers).filter(([name]) => !ofConnection.includes(name));
  try {
    const response = await fetch(to, {
      method: 'POST',
      headers: passedOn.map(([name, value]): [string, string] => [name, String(value)]),
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(longestMs),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
}
