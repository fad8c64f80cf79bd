import http from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

interface ReceivedRequest {
  path?: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  url: URL;
  port: number;
  /** The requests that arrived, oldest first. */
  requests: ReceivedRequest[];
  connections(): number;
}

type Answer = (request: ReceivedRequest, response: http.ServerResponse) => void;

/** A webhook receiver on this machine, for one test. */
export async function startReceiver(
  answer: Answer = (_, response) => response.writeHead(204).end(),
  host = '127.0.0.1',
): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const server = http.createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const request = { path: req.url, headers: req.headers, body: Buffer.concat(chunks).toString() };
    requests.push(request);
    answer(request, res);
  });
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  const port = await listenForTest(server, host);
  const url = new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}/events?gym=1`);
  return { port, requests, connections: () => connections, url };
}

/** Listens on a free port until the end of the test. */
export async function listenForTest(server: Server, host: string): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port; // safe because: it listens on TCP
}
