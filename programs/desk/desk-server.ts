import http from 'node:http';
import { createDrain } from '#platform/drain.ts';
import type { Readiness } from '#shared/database/readiness.ts';
import { outliveProxies } from '#shared/network/idle-connections.ts';
import { refusePipelined } from '#shared/network/refuse-pipelined.ts';
import { createListeners, listen } from './listen.ts';

interface DeskServer {
  server: http.Server;
  /** Passes requests to `handle` from now on; until then the desk is starting. */
  serve(handle: http.RequestListener, readReadiness: () => Promise<Readiness>): void;
  /** Accepts no more connections and completes pending requests, for four seconds at most. */
  drain(): Promise<void>;
  close(): void;
}

export const longestDrainMs = 4_000;

/** @throws UserError for an address that cannot be listened on */
export async function openDeskServer({ port, host }: { port: number; host: string }): Promise<DeskServer> {
  let handle: http.RequestListener = (_request, response) => {
    response.writeHead(503, { 'retry-after': '1' }).end('The desk is starting.');
  };
  let readReadiness: () => Promise<Readiness | 'starting'> = async () => 'starting';
  const server = http.createServer(
    outliveProxies,
    refusePipelined((request, response) => {
      const path = request.url?.split('?')[0];
      if (path === '/health') answerState(response, 'alive');
      else if (path === '/ready') void readState().then((state) => answerState(response, state));
      else handle(request, response);
    }),
  );
  const listeners = createListeners(server);
  const further = [...listeners.further, listeners.lock];
  const drain = createDrain(server, { longestMs: longestDrainMs, further });
  const readState = async () => (drain.hasBegun() ? 'stopping' : readReadiness());
  await listen(server, listeners, { port, host });
  return {
    server,
    serve: (next, readNext) => {
      handle = next;
      readReadiness = readNext;
    },
    drain: drain.end,
    close: () => {
      for (const listener of [server, ...further]) listener.close();
      server.closeAllConnections();
    },
  };
}

/** For a supervisor or a load balancer, without authentication: 200 or 503, and one word. */
function answerState(response: http.ServerResponse, status: 'alive' | 'starting' | 'stopping' | Readiness): void {
  const isWell = status === 'alive' || status === 'ready';
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  response.writeHead(isWell ? 200 : 503, headers).end(JSON.stringify({ status }));
}
