import type { Server, ServerResponse } from 'node:http';
import net from 'node:net';

interface Drain {
  /** Whether the server is shutting down. */
  hasBegun(): boolean;
  /**
   * Shuts down gracefully: accepts no new connections, but answers running requests and those that arrive on open
   * connections.
   */
  end(): Promise<void>;
}

interface DrainOptions {
  /** Requests that are still running this long after `end` are aborted. */
  longestMs: number;
  /** How long an idle connection stays open after `end`, in case a request is on its way. */
  quietMs?: number;
  /** Other listeners whose connections the server gets. */
  further?: readonly net.Server[];
}

const lookEveryMs = 50;

/** Lets a server shut down without losing a request. Create it before the server listens. */
export function createDrain(server: Server, { longestMs, quietMs = 500, further = [] }: DrainOptions): Drain {
  const connections = new Set<net.Socket>();
  const underWay = new Set<ServerResponse>();
  let hasBegun = false;
  server.on('connection', (socket: net.Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  const closeIdle = () => {
    const busy = new Set([...underWay].map(({ req }) => peerOf(req.socket)));
    for (const socket of connections) if (!busy.has(peerOf(socket))) socket.destroy();
  };
  server.prependListener('request', ({ socket }, response: ServerResponse) => {
    if (socket.destroyed) return;
    if (hasBegun) announceClose(response);
    underWay.add(response);
    const forget = () => {
      underWay.delete(response);
      socket.off('close', forget);
    };
    response.once('close', forget);
    socket.once('close', forget); // a response that is still queued is not closed with its connection
  });
  return {
    hasBegun: () => hasBegun,
    end: async () => {
      hasBegun = true;
      for (const response of underWay) announceClose(response);
      const closed = Promise.all([server, ...further].map(closeListener));
      let looking: NodeJS.Timeout | undefined;
      const quietTimer = setTimeout(() => {
        looking = setInterval(closeIdle, lookEveryMs);
      }, quietMs);
      const cutOff = setTimeout(() => {
        for (const socket of connections) socket.destroy();
      }, longestMs);
      await closed;
      clearTimeout(quietTimer);
      clearInterval(looking);
      clearTimeout(cutOff);
    },
  };
}

/** Identifies a connection. With TLS, the underlying TCP connection has the same name. */
const peerOf = ({ remoteAddress, remotePort }: net.Socket): string => `${remoteAddress} ${remotePort}`;

/** http's own close would cut off connections on which a request is just arriving. */
const closeListener = (server: net.Server): Promise<void> =>
  new Promise((resolve) => net.Server.prototype.close.call(server, () => resolve()));

function announceClose(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}
