import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A small server on loopback, for tests that need real HTTP. It can be stopped, and restarted on the same port. */
export abstract class FakeServer {
  #server: http.Server | undefined;
  #port = 0;

  protected abstract handle(request: http.IncomingMessage, response: http.ServerResponse): void | Promise<void>;

  protected get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Starts listening, on the same port as before. */
  async start(): Promise<this> {
    this.#server = http.createServer((request, response) => void this.handle(request, response));
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port; // safe because: it listens on TCP
    return this;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
}
