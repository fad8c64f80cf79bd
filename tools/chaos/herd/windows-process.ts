import './as-browser.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createPageClock } from '#lib/browser/clock/page-clock.ts';
import { eventSourceOf } from './event-source.ts';
import { kindOfRequest } from './kind-of-request.ts';
import type { AskedKind, FromHerd, HerdOrder } from './messages.ts';
import { openHerdWindow } from './window.ts';

// Many windows of a browser that have lost the desk, in one process.

process.on('disconnect', () => process.exit());
process.once('message', (order: HerdOrder) => open(order));

/** The session of the window that sends a request, since each browser sends its own cookies. */
const cookies = new AsyncLocalStorage<string>();
const cookieOfWindow = () => cookies.getStore() ?? '';

const tell = (message: FromHerd) => void process.send?.(message);

function open({ deskUrl, windows }: HerdOrder): void {
  const note = (kind: AskedKind, status: number | null) => tell({ tell: 'asked', kind, status, at: Date.now() });
  const { fetch } = globalThis;
  globalThis.fetch = async (path, init) => {
    const kind = kindOfRequest(String(path), init?.method);
    const headers = { ...init?.headers, cookie: cookieOfWindow(), origin: deskUrl };
    try {
      const answer = await fetch(new URL(String(path), deskUrl), { ...init, headers });
      note(kind, answer.status);
      return answer;
    } catch (error) {
      note(kind, null);
      throw error;
    }
  };
  const onAnswer = (status: number | null) => note('stream', status);
  // safe because: pages use no more of it
  globalThis.EventSource = eventSourceOf({
    deskUrl,
    cookie: cookieOfWindow,
    onAnswer,
  }) as unknown as typeof EventSource;

  for (const [index, { cookie, ...window }] of windows.entries()) {
    cookies.run(cookie, () => {
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
