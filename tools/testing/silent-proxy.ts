import net from 'node:net';

/** A proxy between a program and its database that can drop all data without closing a connection. */
export interface SilentProxy {
  /** The database's URL through the proxy. */
  url: string;
  /** From now on drops all data, in both directions; new connections are accepted and get no response. */
  fallSilent(): void;
  /** From now on new connections work. Dropped data stays lost. */
  speakAgain(): void;
  close(): Promise<void>;
}

export async function openSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<net.Socket>();
  const ways = new Set<{ isSilent: boolean }>();
  let isSilent = false;
  const keep = (socket: net.Socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)));
    return socket;
  };
  const server = net.createServer((incoming) => {
    const way = { isSilent };
    ways.add(way);
    const [near, far] = [keep(incoming), keep(net.connect(Number(port), hostname))];
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => way.isSilent || to.write(bytes));
      from.on('end', () => way.isSilent || to.end());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as net.AddressInfo).port); // safe because: it listens on TCP
  return {
    url: url.href,
    fallSilent: () => {
      isSilent = true;
      for (const way of ways) way.isSilent = true;
    },
    speakAgain: () => {
      isSilent = false;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
