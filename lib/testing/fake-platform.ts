import { randomUUID } from 'node:crypto';
import type http from 'node:http';
import { checkRequest } from '#contracts/published/check-exchange.ts';
import type { AccountPage, MemberAccount, MemberAccountRequest } from '#contracts/v2/accounts.ts';
import { type ErrorCode, errorStatus } from '#contracts/v2/errors.ts';
import type { PushNotificationRequest } from '#contracts/v2/notifications.ts';
import { findPublishedOperation } from '#contracts/v2/published/find-operation.ts';
import { sameCardNumber } from '#contracts/v2/rfids.ts';
import type { GymRoles } from '#contracts/v2/roles.ts';
import { changeMember } from './fake-accounts.ts';
import { FakeServer } from './fake-server.ts';
import { FakeTasks } from './fake-tasks.ts';
import { FakeWebhooks } from './fake-webhooks.ts';

/** A member of the fake platform. */
export interface FakeMember {
  account: MemberAccount;
  rfids?: string[];
  passes?: string[];
  /** Epoch milliseconds of the last change; the list has the newest first. */
  updatedAt?: number;
  /** Whether the membership is at another gym of the chain. */
  isOfAnotherGym?: boolean;
  /** Whether the platform's lists leave the member out. */
  isUnlisted?: boolean;
  roles?: GymRoles;
  /** Sent to the phone. */
  messages?: PushNotificationRequest[];
  /** How the member left. */
  deleted?: 'ended' | 'erased';
  /** The response to a request for admission. */
  admission?: { firstAdmission: boolean } | { refusal: ErrorCode };
  /** The member's photo. */
  image?: Buffer;
}

export interface FakeRequest {
  method: string;
  /** Decoded, without the query. */
  path: string;
  rawPath: string;
  query: URLSearchParams;
  apiKey: string | undefined;
  /** The request id sent by the client. */
  requestId: string | undefined;
  /** The parsed JSON body, or the form of a multipart body. */
  body: unknown;
}

export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  afterMs?: number;
  /** The response waits for this. */
  after?: Promise<unknown>;
  /** The connection ends before the body is complete. */
  breaksOff?: boolean;
}

export type Reply =
  | Answer
  /** Closes the connection without an answer. */
  | 'reset'
  /** Never answers. */
  | 'silence';

/**
 * A small server that implements the contract over real HTTP, and can simulate faults. It replaces the platform in tests
 * of network failures; everything else is tested against the real platform.
 */
export class FakePlatform extends FakeServer {
  /** The API key that it accepts. */
  apiKey = 'fd_test_0123456789abcdef';
  readonly members: FakeMember[] = [];
  /** Members of the legacy interface by their user id there; version 2 does not find them before their migration. */
  readonly legacyMembers = new Map<number, FakeMember>();
  readonly requests: FakeRequest[] = [];
  /** Violations of the published document in requests: operation, field and problem. */
  readonly deviations: string[] = [];
  readonly tasks = new FakeTasks();
  readonly webhooks = new FakeWebhooks();
  /** Distinct visits, as the platform counts them. */
  readonly visits = new Map<string, { accountId: string; kind: string; at: number }>();
  /** Returns the response in place of the platform; null lets a request through. */
  fault: (request: FakeRequest) => Reply | null | Promise<Reply | null> = () => null;
  /** Replaces the response after the platform has handled the request; null lets its own response through. */
  loss: (request: FakeRequest) => Reply | null = () => null;
  /** Whether a card is found only by its number as the member has it, in lower or upper case. */
  comparesCardsExactly = false;
  /** Whether responses contain the rate limit header, which another provider or a proxy may omit. */
  tellsLimit = true;
  /** The platform's clock, for its `Date` header. */
  clock: () => number = () => Date.now();
  /** Rewrites responses within the contract, as another provider may word them. */
  dialect: (reply: Answer, request: FakeRequest) => Answer = (reply) => reply;
  readonly #waiting = new Set<http.ServerResponse>();

  get url(): string {
    return this.origin;
  }

  /** Whether a test lets a request wait, for a while or for good. */
  get isSilent(): boolean {
    return this.#waiting.size > 0;
  }

  count(pathPart: string): number {
    return this.requests.filter(({ path }) => path.includes(pathPart)).length;
  }

  protected async handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const [rawPath = '', query = ''] = (request.url ?? '').split('?');
    const asked: FakeRequest = {
      method: request.method ?? '',
      path: decodeURIComponent(rawPath),
      rawPath,
      query: new URLSearchParams(query),
      apiKey: request.headers['x-api-key']?.toString(),
      requestId: request.headers['x-request-id']?.toString(),
      body: await readBody(request),
    };
    this.requests.push(asked);
    this.deviations.push(...deviationsOf(request, asked.body));
    const reply = (await this.fault(asked)) ?? (await this.#act(asked));
    if (reply === 'silence') return this.#letWait(response);
    if (reply === 'reset') return void request.socket.resetAndDestroy();
    const { status, body, headers, afterMs, after, breaksOff } = this.dialect(reply, asked);
    const send = () => {
      const isText = typeof body === 'string';
      response.writeHead(status, {
        'content-type': isText ? 'text/html' : 'application/json',
        ...(this.tellsLimit && { 'x-ratelimit-remaining': '60' }),
        date: new Date(this.clock()).toUTCString(),
        ...(breaksOff && { 'content-length': '1000' }),
        ...headers,
      });
      if (breaksOff) return void response.write(String(body), () => request.socket.destroy());
      response.end(isText ? body : body === undefined ? undefined : JSON.stringify(body));
    };
    if (after || afterMs) this.#letWait(response);
    await after;
    if (afterMs) setTimeout(send, afterMs);
    else send();
  }

  #letWait(response: http.ServerResponse): void {
    // the client may have gone while a fault was waited for
    if (response.destroyed) return;
    this.#waiting.add(response);
    response.once('close', () => this.#waiting.delete(response));
  }

  async #act(request: FakeRequest): Promise<Reply> {
    const reply = await this.#answer(request);
    return this.loss(request) ?? reply;
  }

  async #answer(asked: FakeRequest): Promise<Reply> {
    const { method, path, rawPath, query, apiKey, body } = asked;
    if (apiKey !== this.apiKey) return refuse('forbiddenAction');
    if (path === '/api/v2/migrate') return this.#migrate(Number(query.get('legacyUserId')));
    if (path.startsWith('/api/v2/tasks')) return this.tasks.answer(asked);
    if (path.startsWith('/api/v2/webhooks')) return this.webhooks.answer(asked);
    const changed = changeMember(this.members, asked);
    if (changed) return changed;
    const [by = '', value = '', verb] = rawPath
      .replace('/api/v2/accounts/', '')
      .split('/')
      .map((part) => decodeURIComponent(part));
    if (method === 'GET') {
      if (path === '/api/v2/accounts') return { status: 200, body: this.list(query) };
      const key = by === 'rfid' && !this.comparesCardsExactly ? sameCardNumber(value) : value;
      const found = this.members.find((member) => isFoundBy(member, by, key));
      return found ? { status: 200, body: found.account } : refuse('notFound', { entity: 'ACCOUNT' });
    }
    if (path === '/api/v2/accounts') return this.#create(body as MemberAccountRequest); // safe because: the desk sends what the contract asks for
    const member = this.members.find(({ account }) => account.accountId === by);
    if (!member) return refuse('notFound', { entity: 'ACCOUNT' });
    if (value === 'images') {
      member.image = body instanceof FormData ? Buffer.from(await (body.get('file') as File).arrayBuffer()) : undefined; // safe because: the contract names a file
      return { status: 204 };
    }
    if (value === 'admissions') {
      const admission = member.admission ?? { firstAdmission: false };
      return 'refusal' in admission ? refuse(admission.refusal) : { status: 200, body: admission };
    }
    if (verb === undefined && (value === 'checkins' || value === 'checkouts')) {
      const { timestamp } = body as { timestamp: number }; // safe because: the desk always names the time
      this.visits.set(`${by} ${value} ${timestamp}`, { accountId: by, kind: value, at: timestamp });
      return { status: 204 };
    }
    return refuse('notFound', { entity: 'UNKNOWN' });
  }

  #migrate(legacyUserId: number): Reply {
    const member = this.legacyMembers.get(legacyUserId);
    if (!member) return refuse('notFound', { entity: 'ACCOUNT' });
    if (!this.members.includes(member)) this.members.push(member);
    return { status: 200, body: member.account };
  }

  #create(request: MemberAccountRequest): Reply {
    const exists = this.members.find(
      (member) =>
        isFoundBy(member, 'membership', request.membership.membershipId) || isFoundBy(member, 'email', request.email),
    );
    if (exists) return refuse('membershipExists', { accountId: exists.account.accountId });
    const account: MemberAccount = { accountId: randomUUID(), ...request };
    this.members.push({ account });
    return { status: 201, body: account };
  }

  /** The requested page of members. */
  list(query: URLSearchParams): AccountPage {
    const since = Date.parse(query.get('fromTimestamp') ?? '') || 0;
    const offset = Number(query.get('offset') ?? 0);
    const limit = Number(query.get('limit') ?? 10);
    const listed = this.members
      .filter(({ updatedAt = 0, isUnlisted = false }) => updatedAt >= since && !isUnlisted)
      .filter(({ isOfAnotherGym = false }) => query.get('currentGymOnly') === 'false' || !isOfAnotherGym)
      .toSorted((a, b) => (b.updatedAt ?? 0) - (a.updatedAt ?? 0));
    const items = listed.slice(offset, offset + limit).map(({ account }) => account);
    return { offset, limit, items, total: listed.length, hasNext: offset + items.length < listed.length };
  }
}

function deviationsOf({ method = '', url = '', headers }: http.IncomingMessage, body: unknown): string[] {
  const operation = findPublishedOperation(method, url);
  if (!operation) return [`${method} is no operation of the document`];
  const sent = {
    method,
    pathAndQuery: url,
    contentType: headers['content-type'],
    hasBody: body !== undefined,
    json: body,
  };
  return checkRequest(operation, sent).map(({ field, problem }) => `${operation.operationId}: ${field} ${problem}`);
}

async function readBody(request: http.IncomingMessage): Promise<unknown> {
  const bytes = Buffer.concat(await request.toArray());
  if (bytes.length === 0) return undefined;
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/')) return JSON.parse(bytes.toString());
  return new Response(bytes, { headers: { 'content-type': type } }).formData();
}

/** An error response in the platform's format. */
export function refuse(errorCode: ErrorCode, metadata: Record<string, string> = {}): Reply {
  return { status: errorStatus[errorCode], body: { errorCode, requestId: 'request-1', metadata } };
}

function isFoundBy({ account, rfids = [], passes = [] }: FakeMember, by: string, value: string): boolean {
  if (value === '') return account.accountId === by;
  switch (by) {
    case 'rfid':
      return rfids.includes(value);
    case 'nfc':
      return passes.includes(value);
    case 'email':
      return account.email?.toLowerCase() === value.toLowerCase();
    case 'membership':
      return account.membership?.membershipId === value;
    default:
      return false;
  }
}
