import { once } from 'node:events';
import type http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { UserError } from '#programs/base/user-error.ts';

interface Address {
  port: number;
  host: string;
}

const furtherListeners = 7;

/**
 * Further sockets for the port of a server, which pass their connections to it: Node accepts one connection per listening
 * socket and turn of its event loop, so a busy desk would accept some when their browsers have given up.
 */
export const createFurtherListeners = (server: http.Server): net.Server[] =>
  Array.from({ length: furtherListeners }, () =>
    // the options of http's own sockets
    net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)),
  );

/**
 * Listens with the server and all further listeners where the system lets sockets share a port, otherwise only with the
 * server.
 * @throws UserError for an address that cannot be listened on
 */
export async function listen(server: http.Server, further: readonly net.Server[], { port, host }: Address) {
  try {
    const chosen = await requireUnused({ port, host });
    const shared = { port: chosen, host, reusePort: true };
    await open(server, shared).catch(() => open(server, { port: chosen, host }));
    for (const listener of further) await open(listener, shared).catch(() => {});
  } catch (error) {
    throw toListenMistake(error as NodeJS.ErrnoException, { port, host }); // safe because: Node rejects with its own errors
  }
}

/**
 * A desk that only shared its port would share it with a second one too, without an error. Two that start in the same
 * millisecond could still do so.
 * @returns the port, which the system chooses for port 0
 */
async function requireUnused(address: Address): Promise<number> {
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
