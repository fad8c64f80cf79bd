import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { proxy } from 'hono/proxy';

/**
 * A proxy in front of the platform that records operations and responses, and can falsify responses as a negative
 * control.
 */
export interface Gateway {
  url: string;
  /** All responses since the last call. */
  takeAnswers(): GatewayAnswer[];
  /** Changes every JSON response until it is called with undefined. */
  lie(change: Lie | undefined): void;
  /** Substitutes these bytes for a body whose header `x-conformance-body` is `name`. */
  keepBody(name: string, body: Uint8Array): void;
  stop(): Promise<void>;
}

export interface GatewayAnswer {
  method: string;
  path: string;
  status: number;
}

export type Lie = (answer: unknown, asked: { method: string; path: string }) => unknown;

export const keptBodyHeader = 'x-conformance-body';

export async function startGateway(platformUrl: string): Promise<Gateway> {
  const answers: GatewayAnswer[] = [];
  const bodies = new Map<string, Uint8Array<ArrayBuffer>>();
  let lie: Lie | undefined;
  const app = new Hono();
  app.all('*', async (c) => {
    const { pathname, search } = new URL(c.req.url);
    const headers = { ...c.req.header() };
    const kept = bodies.get(headers[keptBodyHeader] ?? '');
    delete headers[keptBodyHeader];
    delete headers['accept-encoding'];
    const hasBody = !['GET', 'HEAD'].includes(c.req.method);
    const body = hasBody ? (kept ?? (await c.req.arrayBuffer())) : undefined;
    delete headers['content-length'];
    const answer = await proxy(`${platformUrl}${pathname}${search}`, {
      method: c.req.method,
      headers,
      redirect: 'manual',
      body: body?.byteLength ? body : undefined,
    });
    const { method } = c.req;
    answers.push({ method, path: pathname, status: answer.status });
    if (!lie || !answer.headers.get('content-type')?.includes('json')) return answer;
    const told = JSON.stringify(lie(await answer.json(), { method, path: pathname }));
    answer.headers.delete('content-length');
    return new Response(told, { status: answer.status, headers: answer.headers });
  });
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // safe because: it listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    takeAnswers: () => answers.splice(0),
    lie: (change) => {
      lie = change;
    },
    keepBody: (name, body) => void bodies.set(name, new Uint8Array(body)),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
