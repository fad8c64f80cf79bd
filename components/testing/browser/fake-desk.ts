import { vi } from 'vitest';

type Answer = object | ((asked: URLSearchParams) => object | Promise<object>);

/** What the desk answers to reads, by the path of each, without its location. */
type Reads = Readonly<Record<`/api/desk/${string}`, Answer>>;

interface FakeDesk {
  /** What is answered from now on, beside what was. A `Response` is answered as it is; a promise, once it is settled. */
  answer(reads: Reads): void;
  /** Each request that was made: its method, its path and what was sent. */
  requests: { method: string; path: string; body: unknown }[];
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
    requests.push({ method, path: pathname, body });
    const answer = known[pathname as keyof Reads]; // safe because: what is not in it is undefined
    if (!answer) return Response.json(missing, { status: 404 });
    const value = typeof answer === 'function' ? await answer(searchParams) : answer;
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
