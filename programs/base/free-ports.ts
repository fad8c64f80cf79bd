import { randomInt } from 'node:crypto';
import net from 'node:net';

/**
 * Below the ports that systems give to outgoing connections (Linux from 32768, macOS from 49152): one of those may be
 * taken again by any connection before the program that was told of it listens.
 */
const range = { from: 10_000, to: 32_000 };
const mostTries = 100;

/** Loopback ports that are free at this moment. All are held until each is known, so that none is returned twice. */
export async function findFreePorts(count: number): Promise<number[]> {
  const held: net.Server[] = [];
  try {
    for (let tries = 0; held.length < count; tries += 1) {
      if (tries === mostTries) throw new Error('No port of loopback is free.');
      const server = await listen(randomInt(range.from, range.to));
      if (server) held.push(server);
    }
    return held.map((server) => (server.address() as net.AddressInfo).port); // safe because: it listens on TCP
  } finally {
    await Promise.all(held.map((server) => new Promise((resolve) => server.close(resolve))));
  }
}

/** @returns null where the port is taken */
function listen(port: number): Promise<net.Server | null> {
  const server = net.createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(null)).listen(port, '127.0.0.1', () => resolve(server));
  });
}

export async function findFreePort(): Promise<number> {
  const [port = 0] = await findFreePorts(1);
  return port;
}
