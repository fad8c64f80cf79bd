import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { otherMachine } from '#tools/testing/other-machine.ts';

interface TabletName {
  /** The address of the desk for a browser that uses the proxy. */
  url: string;
  proxyPort: number;
  close(): Promise<void>;
}

/**
 * An HTTP proxy at which the desk has the host name of another computer, as it has for a tablet: over plain HTTP,
 * browsers then withhold features that require a secure context, unlike on loopback.
 */
export async function openTabletName(deskUrl: string): Promise<TabletName> {
  const { hostname, port } = new URL(deskUrl);
  const server = http.createServer((request, response) => {
    const { method, headers } = request;
    const { pathname, search } = new URL(request.url ?? '/', deskUrl);
    const forward = http.request({ hostname, port, method, headers, path: pathname + search }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forward.on('error', () => response.destroy());
    response.on('close', () => forward.destroy());
    request.pipe(forward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://${otherMachine}:${port}`,
    proxyPort: (server.address() as AddressInfo).port, // safe because: it listens on TCP
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
