import type http from 'node:http';
import { FakeServer } from './fake-server.ts';

/** A small server that has the list of opted-out people and pages of training, as the data export does, and can answer anything else. */
export class FakeExport extends FakeServer {
  readonly apiKey = 'fd_export_key';
  /** The name of the gym; null for a platform that does not return it. */
  gym: string | null = 'Gym';
  accountIds: string[] = [];
  readonly requests: string[] = [];
  /** Done before each answer. */
  meanwhile: (() => Promise<void>) | null = null;
  /** An answer in place of the list. */
  fault: { status: number; body?: string; type?: string; retryAfter?: string } | null = null;

  get url(): string {
    return this.origin;
  }

  /** The events by path, of which a page has `pageSize`. */
  readonly events = new Map<
    string,
    { eventTimestamp?: string | null; periodEnd?: string; [name: string]: unknown }[]
  >();
  pageSize = 500;

  /** A page, with the number of items before the next one as its cursor. */
  private pageAt(url: string) {
    const { pathname, searchParams } = new URL(url, this.url);
    const [first = '', last = ''] = [searchParams.get('startDate'), searchParams.get('endDate')].map(String);
    const offered = (this.events.get(pathname) ?? []).filter(({ eventTimestamp, periodEnd }) => {
      const day = (periodEnd ?? eventTimestamp ?? first).slice(0, 10);
      return day >= first && day <= last;
    });
    const begin = Number(searchParams.get('cursor') ?? 0);
    const end = begin + this.pageSize;
    return { data: offered.slice(begin, end), nextCursor: offered.length > end ? String(end) : null };
  }

  protected async handle({ url = '', headers }: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    this.requests.push(url);
    await this.meanwhile?.();
    const isAccepted = headers['x-api-key'] === this.apiKey;
    const data = this.accountIds.map((externalAccountId) => ({ externalAccountId, lastSeenAt: null }));
    const gym = this.gym === null ? {} : { gym: { name: this.gym } };
    const isList = url === '/api/v1/data/opted-out-users';
    const list = { status: 200, body: JSON.stringify({ ...gym, ...(isList ? { data } : this.pageAt(url)) }) };
    const answer: FakeExport['fault'] = isAccepted ? list : { status: 401, body: '{"message":"unknown key"}' };
    const { status, body = '{}', type = 'application/json', retryAfter } = this.fault ?? answer;
    const told = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
    response.writeHead(status, { 'content-type': type, location: '/elsewhere', ...told }).end(body);
  }
}
