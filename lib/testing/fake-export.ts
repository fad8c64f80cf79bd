import { randomUUID } from 'node:crypto';
import type http from 'node:http';
import { text } from 'node:stream/consumers';
import { FakeServer } from './fake-server.ts';

interface Fault {
  status: number;
  body?: string;
  type?: string;
  retryAfter?: string;
}

/** A small server that has the list of opted-out people, pages of training and files, as the data export does, and can answer anything else. */
export class FakeExport extends FakeServer {
  /** Of its own: a later one may get the port of one that was stopped. */
  readonly apiKey = `fd_export_${randomUUID()}`;
  /** The name of the gym; null for a platform that does not return it. */
  gym: string | null = 'Gym';
  accountIds: string[] = [];
  readonly requests: string[] = [];
  /** Done before each answer. */
  meanwhile: (() => Promise<void>) | null = null;
  /** An answer in place of its own; `lost` breaks the connection instead. */
  fault: Fault | 'lost' | null = null;
  /** What was ordered: the body of each request. */
  readonly ordered: unknown[] = [];
  /** The answer about each job, by its id. */
  readonly jobs = new Map<string, object>();
  /** How each file is sent, by its path; the key of the export is not needed, and must not be sent. */
  readonly files = new Map<string, (response: http.ServerResponse, request: http.IncomingMessage) => void>();

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

  private order(body: string): Fault {
    const jobId = randomUUID();
    this.ordered.push(JSON.parse(body));
    this.jobs.set(jobId, { status: 'IN_PROGRESS' });
    return { status: 201, body: JSON.stringify({ jobId, status: 'IN_PROGRESS' }) };
  }

  private answerTo(url: string, posted: string): Fault {
    if (url === '/api/v1/data/async') return this.order(posted);
    const [, jobId] = /^\/api\/v1\/data\/async\/jobs\/(.+)$/.exec(url) ?? [];
    if (jobId !== undefined) {
      const job = this.jobs.get(jobId);
      return job ? { status: 200, body: JSON.stringify(job) } : { status: 404, body: '{"message":"no such job"}' };
    }
    const data = this.accountIds.map((externalAccountId) => ({ externalAccountId, lastSeenAt: null }));
    const gym = this.gym === null ? {} : { gym: { name: this.gym } };
    const isList = url === '/api/v1/data/opted-out-users';
    return { status: 200, body: JSON.stringify({ ...gym, ...(isList ? { data } : this.pageAt(url)) }) };
  }

  protected async handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { url = '', headers } = request;
    this.requests.push(url);
    const posted = await text(request);
    await this.meanwhile?.();
    const file = this.files.get(url);
    if (file) return file(response, request);
    const isAccepted = headers['x-api-key'] === this.apiKey;
    // a fault may come after the work is done, as a lost answer does
    const answer = isAccepted ? this.answerTo(url, posted) : { status: 401, body: '{"message":"unknown key"}' };
    if (this.fault === 'lost') return void request.socket.destroy();
    const { status, body = '{}', type = 'application/json', retryAfter }: Fault = this.fault ?? answer;
    const told = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
    response.writeHead(status, { 'content-type': type, location: '/elsewhere', ...told }).end(body);
  }
}
