import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { UserError } from '#programs/base/user-error.ts';

interface Address {
  port: number;
  host: string;
}

interface Listeners {
  /**
   * Sockets for the server's port, which pass their connections to it: Node accepts one connection per listening socket and
   * turn of its event loop, so a busy desk would accept some when their browsers have given up.
   */
  further: readonly net.Server[];
  /** Holds a name that only one program of the machine or container can have. */
  lock: net.Server;
}

const furtherListeners = 7;

export const createListeners = (server: http.Server): Listeners => ({
  further: Array.from({ length: furtherListeners }, () =>
    // the options of http's own sockets
    net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)),
  ),
  lock: net.createServer((socket) => socket.destroy()),
});

/**
 * Listens with the server and all further listeners where the system lets sockets share a port, otherwise only with the
 * server. A desk that only shared its port would share it with a second one too, without an error: so an ordinary socket
 * listens first, and `lock` keeps out a desk that starts meanwhile.
 * @throws UserError for an address that cannot be listened on
 */
export async function listen(server: http.Server, { further, lock }: Listeners, asked: Address) {
  try {
    // by number, so that all sockets listen on the same one
    const { address: host } = await lookup(asked.host);
    if (process.platform === 'linux' && asked.port) await open(lock, { path: `\0front-desk ${host} ${asked.port}` });
    const address = { host, port: await findUnused({ host, port: asked.port }) };
    const shared = { ...address, reusePort: true };
    await open(server, shared).catch(() => open(server, address));
    for (const listener of further) await open(listener, shared).catch(() => {});
  } catch (error) {
    lock.close();
    throw toListenMistake(error as NodeJS.ErrnoException, asked); // safe because: Node rejects with its own errors
  }
}

/** @returns the port, which the system chooses for port 0 */
async function findUnused(address: Address): Promise<number> {
  const probe = net.createServer();
  await open(probe, address);
  const { port } = probe.address() as AddressInfo; // safe because: it listens on TCP
  probe.close();
  return port;
}

const open = (server: net.Server, options: net.ListenOptions) => once(server.listen(options), 'listening');

function toListenMistake(error: NodeJS.ErrnoException, { port, host }: Address): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is already in use: stop what uses it, or set PORT to another port.`,
    EACCES: `Port ${port} on ${host} may not be used by this user: set PORT to a port above 1023.`,
    EADDRNOTAVAIL: `HOST is "${host}", which is no address of this machine: set it to one, such as 127.0.0.1.`,
    ENOTFOUND: `HOST is "${host}", which is no address of this machine: set it to one, such as 127.0.0.1.`,
  };
  const reason = reasons[error.code ?? ''];
  return reason ? new UserError(reason) : error;
}
