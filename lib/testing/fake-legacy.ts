import type http from 'node:http';
import { FakeServer } from './fake-server.ts';

export interface FakeLegacyReply {
  status: number;
  body?: string;
  contentType?: string;
  retryAfter?: string;
}

/** A small server that implements the part of the legacy interface that the desk uses, and can simulate faults. */
export class FakeLegacy extends FakeServer {
  gymId = '234';
  token = 'legacy-token-0123456789';
  /** All requests, such as `POST /v1/alive?gymId=234 legacy-token-0123456789`. */
  readonly requests: string[] = [];
  /** Returns the response in place of the interface; null lets a request through. */
  fault: () => FakeLegacyReply | 'silence' | 'reset' | null = () => null;

  /** The URL, with the version segment. */
  get url(): string {
    return `${this.origin}/v1`;
  }

  protected handle(request: http.IncomingMessage, response: http.ServerResponse): void {
    const { method, url = '', headers } = request;
    this.requests.push(`${method} ${url} ${headers['x-access-token']}`);
    const reply = this.fault() ?? this.#answer(method, url, headers['x-access-token']);
    if (reply === 'silence') return;
    if (reply === 'reset') return void request.socket.resetAndDestroy();
    const { status, body, contentType = 'application/json', retryAfter } = reply;
    const told = {
      ...(body !== undefined && { 'content-type': contentType }),
      ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
    };
    response.writeHead(status, told).end(body);
  }

  #answer(method: string | undefined, url: string, token: string | string[] | undefined): FakeLegacyReply {
    const { pathname, searchParams } = new URL(url, this.url);
    if (pathname !== '/v1/alive') return { status: 404, body: '{"error":404}' };
    if (method !== 'POST') return { status: 405, body: '{"error":405}' };
    const isRight = searchParams.get('gymId') === this.gymId && token === this.token;
    return isRight ? { status: 204 } : { status: 401, body: '{"error":401,"errorText":"wrong pair"}' };
  }
}
