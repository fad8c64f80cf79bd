import './as-browser.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Agent } from 'node:http';
import { createPageClock } from '#lib/browser/clock/page-clock.ts';
import { eventSourceOf } from './event-source.ts';
import { kindOfRequest } from './kind-of-request.ts';
import type { AskedKind, FromHerd, HerdOrder } from './messages.ts';
import { openHerdWindow } from './window.ts';
import { fetchOf, openConnections } from './window-fetch.ts';

// Many windows of a browser that have lost the desk, in one process.

process.on('disconnect', () => process.exit());
process.once('message', (order: HerdOrder) => open(order));

/** The browser of the window that sends a request: each has its own cookies and connections. */
interface Browser {
  cookie: string;
  agent: Agent;
}
const browsers = new AsyncLocalStorage<Browser>();
function browserOfWindow(): Browser {
  const browser = browsers.getStore();
  if (!browser) throw new Error('No window sends this request.');
  return browser;
}

// where nobody listens any more, this process ends
const tell = (message: FromHerd) => void process.send?.(message, undefined, undefined, () => {});

function open({ deskUrl, windows }: HerdOrder): void {
  const note = (kind: AskedKind, status: number | null) => tell({ tell: 'asked', kind, status, at: Date.now() });
  const cookie = () => browserOfWindow().cookie;
  const ask = fetchOf({ deskUrl, cookie, agent: () => browserOfWindow().agent });
  // safe because: pages use no more of it
  globalThis.fetch = (async (path: string, init?: Parameters<typeof ask>[1]) => {
    const kind = kindOfRequest(String(path), init?.method);
    try {
      const answer = await ask(String(path), init);
      note(kind, answer.status);
      return answer;
    } catch (error) {
      note(kind, null);
      throw error;
    }
  }) as unknown as typeof fetch;
  const onAnswer = (status: number | null) => note('stream', status);
  // safe because: pages use no more of it
  globalThis.EventSource = eventSourceOf({ deskUrl, cookie, onAnswer }) as unknown as typeof EventSource;

  for (const [index, { cookie: session, ...window }] of windows.entries()) {
    browsers.run({ cookie: session, agent: openConnections() }, () => {
      const clock = createPageClock({
        readMoment: () => ({ wall: Date.now(), steady: performance.timeOrigin + performance.now() }),
        page: performance.timeOrigin + index,
        askDesk: readDeskClock,
      });
      clock.start();
      openHerdWindow({
        ...window,
        clock,
        tell,
        onRecovered: () => tell({ tell: 'recovered', window: index, at: Date.now() }),
      });
    });
  }
  tell({ tell: 'ready' });
}

async function readDeskClock(signal: AbortSignal): Promise<number> {
  // safe because: the desk answers so, and nothing else does
  const { now } = (await (await fetch('/api/clock', { signal })).json()) as { now: number };
  return now;
}
