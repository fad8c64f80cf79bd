import { vi } from 'vitest';

interface AskedRequest {
  method: string;
  path: string;
  body: unknown;
}

type Answer = object | ((asked: URLSearchParams, request: AskedRequest) => object | Promise<object>);

/** The response to each read, by path without the location. */
type Reads = Readonly<
  Partial<
    Record<`/api/desk/${string}` | `/api/auth/${string}` | `/api/sign-in/${string}` | '/api/clock' | '/ready', Answer>
  >
>;

interface FakeDesk {
  /** Adds responses. A `Response` is returned unchanged; a promise is awaited. */
  answer(reads: Reads): void;
  /** All requests: method, path and body. */
  requests: AskedRequest[];
  /** Emits a live event to the page. @throws if nothing on it listens: the polling of a minute would hide that. */
  emit(name: string): void;
}

/** An open event stream whose events a test emits. */
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

/** Fakes the desk's server for one test. A path without a response gets 404. */
export function startFakeDesk(reads: Reads = {}): FakeDesk {
  let known = reads;
  const requests: FakeDesk['requests'] = [];
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('fetch', async (input: string | URL | Request, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, location.href);
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    const request = { method, path: pathname, body };
    const { signal } = init;
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
    aborted.catch(() => {});
    if (pathname !== '/api/desk/together') return Promise.race([answerTo(request, searchParams), aborted]);
    // each read has its response, as by itself
    const answers = searchParams.getAll('read').map(async (part) => {
      const url = new URL(`/api/desk${part}`, location.href);
      const answer = await answerTo({ method, path: url.pathname, body: undefined }, url.searchParams);
      return { status: answer.status, body: await answer.json() };
    });
    return Response.json({ answers: await Promise.all(answers) });
  });
  async function answerTo(request: AskedRequest, searchParams: URLSearchParams): Promise<Response> {
    requests.push(request);
    const answer = known[request.path as keyof Reads]; // safe because: what is not in it is undefined
    if (!answer) return Response.json(missing, { status: 404 });
    const value = typeof answer === 'function' ? await answer(searchParams, request) : answer;
    return value instanceof Response ? value : Response.json(value);
  }
  return {
    answer: (more) => {
      known = { ...known, ...more };
    },
    requests,
    emit: (name) => {
      if (FakeEventSource.opened.size === 0) throw new Error(`Nothing on the page hears “${name}”.`);
      for (const source of FakeEventSource.opened) source.dispatchEvent(new MessageEvent(name));
    },
  };
}

const missing = { ok: false, error: { code: 'notFound', message: '', requestId: 'r', retryable: false } };
