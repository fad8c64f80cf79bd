import type http from 'node:http';
import { FakeServer } from './fake-server.ts';

/** A small server that has the list of opted-out people, as the data export does, and can answer anything else. */
export class FakeExport extends FakeServer {
  readonly apiKey = 'fd_export_key';
  /** The name of the gym; null for a platform that does not return it. */
  gym: string | null = 'Gym';
  accountIds: string[] = [];
  readonly requests: string[] = [];
  /** Done before each answer. */
  meanwhile: (() => Promise<void>) | null = null;
  /** An answer in place of the list. */
  fault: { status: number; body?: string; type?: string } | null = null;

  get url(): string {
    return this.origin;
  }

  protected async handle({ url = '', headers }: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    this.requests.push(url);
    await this.meanwhile?.();
    const isAccepted = url === '/api/v1/data/opted-out-users' && headers['x-api-key'] === this.apiKey;
    const data = this.accountIds.map((externalAccountId) => ({ externalAccountId, lastSeenAt: null }));
    const gym = this.gym === null ? {} : { gym: { name: this.gym } };
    const list = { status: 200, body: JSON.stringify({ ...gym, data }) };
    const answer: FakeExport['fault'] = isAccepted ? list : { status: 401, body: '{"message":"unknown key"}' };
    const { status, body = '{}', type = 'application/json' } = this.fault ?? answer;
    response.writeHead(status, { 'content-type': type, location: '/elsewhere' }).end(body);
  }
}
