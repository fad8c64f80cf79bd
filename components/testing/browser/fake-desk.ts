import { vi } from 'vitest';

interface AskedRequest {
  method: string;
  path: string;
  /** What was sent. */
  body: unknown;
}

type Answer = object | ((asked: URLSearchParams, request: AskedRequest) => object | Promise<object>);

/** What the desk answers to reads, by the path of each, without its location. */
type Reads = Readonly<Partial<Record<`/api/desk/${string}` | `/api/auth/${string}` | '/api/clock' | '/ready', Answer>>>;

interface FakeDesk {
  /** What is answered from now on, beside what was. A `Response` is answered as it is; a promise, once it is settled. */
  answer(reads: Reads): void;
  /** Each request that was made: its method, its path and what was sent. */
  requests: AskedRequest[];
  /** Tells the page an event of the desk, as its live stream does. */
  emit(name: string): void;
}

/** A stream that is open and says what a test tells it to. */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened = new Set<FakeEventSource>();
  readonly readyState = 1;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor() {
    super();
    FakeEventSource.opened.add(this);
    queueMicrotask(() => this.onopen?.());
  }
  close() {
    FakeEventSource.opened.delete(this);
  }
}

/** Stands in the place of the desk's server, for one test. What nobody has said how to answer is not there: 404. */
export function startFakeDesk(reads: Reads = {}): FakeDesk {
  let known = reads;
  const requests: FakeDesk['requests'] = [];
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('fetch', async (input: string | URL | Request, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, location.href);
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    const request = { method, path: pathname, body };
    requests.push(request);
    const answer = known[pathname as keyof Reads]; // safe because: what is not in it is undefined
    if (!answer) return Response.json(missing, { status: 404 });
    const value = typeof answer === 'function' ? await answer(searchParams, request) : answer;
    return value instanceof Response ? value : Response.json(value);
  });
  return {
    answer: (more) => {
      known = { ...known, ...more };
    },
    requests,
    emit: (name) => {
      for (const source of FakeEventSource.opened) source.dispatchEvent(new MessageEvent(name));
    },
  };
}

const missing = { ok: false, error: { code: 'notFound', message: '', requestId: 'r', retryable: false } };
