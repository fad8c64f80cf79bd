import http from 'node:http';

interface StreamOptions {
  deskUrl: string;
  /** The session, as a browser would send it. */
  cookie: () => string;
  /** Receives the status of the response to each request for a stream, or null if there was none. */
  onAnswer: (status: number | null) => void;
}

type Listener = (event: { data: string }) => void;

/**
 * Implements the part of `EventSource` that the desk's pages use: it does not reconnect after a failure, since they
 * close it then.
 */
export function eventSourceOf({ deskUrl, cookie, onAnswer }: StreamOptions) {
  return class WindowEventSource {
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    static readonly CLOSED = 2;
    readyState = WindowEventSource.CONNECTING;
    onopen: (() => void) | null = null;
    onerror: (() => void) | null = null;
    readonly #listeners = new Map<string, Listener[]>();
    readonly #request: http.ClientRequest;

    constructor(path: string) {
      const headers = { accept: 'text/event-stream', cookie: cookie() };
      this.#request = http.get(new URL(path, deskUrl), { headers, agent: false }, (response) => {
        onAnswer(response.statusCode ?? null);
        if (response.statusCode !== 200) {
          response.resume();
          return this.#fail(WindowEventSource.CLOSED);
        }
        this.readyState = WindowEventSource.OPEN;
        this.onopen?.();
        this.#read(response);
      });
      this.#request.on('error', () => {
        if (this.readyState === WindowEventSource.CONNECTING) onAnswer(null);
        this.#fail(WindowEventSource.CONNECTING);
      });
    }

    addEventListener(name: string, listener: Listener): void {
      this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
    }

    close(): void {
      this.readyState = WindowEventSource.CLOSED;
      this.#request.destroy();
    }

    #fail(readyState: number): void {
      if (this.readyState === WindowEventSource.CLOSED) return;
      this.readyState = readyState;
      this.onerror?.();
    }

    #read(response: http.IncomingMessage): void {
      let held = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        const events = (held + text).split('\n\n');
        held = events.pop() ?? '';
        for (const event of events) this.#tell(event);
      });
      response.on('close', () => this.#fail(WindowEventSource.CONNECTING));
      response.on('error', () => {});
    }

    #tell(event: string): void {
      const fieldOf = (field: string) => new RegExp(`^${field}: ?(.*)$`, 'm').exec(event)?.[1] ?? '';
      for (const listener of this.#listeners.get(fieldOf('event')) ?? []) listener({ data: fieldOf('data') });
    }
  };
}
