import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Receiver {
  url: string;
  /** The `webhook-id` of each event that arrived, oldest first. */
  webhookIds: string[];
  close(): Promise<void>;
}

/** A receiver of webhooks on this machine, which returns these responses one after another, then 204. */
export async function startReceiver(...answers: number[]): Promise<Receiver> {
  const webhookIds: string[] = [];
  const server = http.createServer((request, response) => {
    request.resume();
    webhookIds.push(String(request.headers['webhook-id']));
    response.writeHead(answers.shift() ?? 204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // safe because: it listens on TCP
  return {
    url: `http://127.0.0.1:${port}/events`,
    webhookIds,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
