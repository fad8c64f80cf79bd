import type http from 'node:http';
import { FakeServer } from './fake-server.ts';

/** A small server that has the list of opted-out people, as the data export does, and can answer anything else. */
export class FakeExport extends FakeServer {
  readonly apiKey = 'fd_export_key';
  accountIds: string[] = [];
  /** Done before each answer. */
  meanwhile: (() => Promise<void>) | null = null;
  /** An answer in place of the list. */
  fault: { status: number; body: string } | null = null;

  get url(): string {
    return this.origin;
  }

  protected async handle({ url, headers }: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    await this.meanwhile?.();
    const isAccepted = url === '/api/v1/data/opted-out-users' && headers['x-api-key'] === this.apiKey;
    const data = this.accountIds.map((externalAccountId) => ({ externalAccountId, lastSeenAt: null }));
    const list = { status: 200, body: JSON.stringify({ gym: { name: 'Gym' }, data }) };
    const { status, body } = this.fault ?? (isAccepted ? list : { status: 401, body: '{"message":"unknown key"}' });
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  }
}
