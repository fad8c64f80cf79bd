import { createPageClock, type PageClock } from './page-clock.ts';

let clock: PageClock | null = null;

/** The one of this window: what it knows of the desk's clock outlives every page. */
export function clockOfWindow(): PageClock {
  if (clock) return clock;
  clock = createPageClock({
    readMoment: () => ({ wall: Date.now(), steady: performance.timeOrigin + performance.now() }),
    page: performance.timeOrigin,
    askDesk: readDeskClock,
  });
  clock.start();
  return clock;
}

async function readDeskClock(signal: AbortSignal): Promise<number> {
  const response = await fetch('/api/clock', { signal, cache: 'no-store' });
  const { now } = (await response.json()) as { now: number }; // safe because: our own route answers this shape
  if (!Number.isFinite(now)) throw new Error('The desk tells no time.');
  return now;
}
