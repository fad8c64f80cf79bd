import { createPageClock, type PageClock } from './page-clock.ts';
import { pageOrigin } from './page-origin.ts';

let clock: PageClock | null = null;

/** The clock of this window: its offset to the desk's clock outlives every page. */
export function clockOfWindow(): PageClock {
  if (clock) return clock;
  clock = createPageClock({
    readMoment: () => ({ wall: Date.now(), steady: pageOrigin + performance.now() }),
    page: pageOrigin,
    askDesk: readDeskClock,
  });
  clock.start();
  return clock;
}

/** @throws where the desk was not reached, or another server responded */
async function readDeskClock(signal: AbortSignal): Promise<number> {
  const response = await fetch('/api/clock', { signal, cache: 'no-store' });
  const answer: unknown = await response.json();
  const now = typeof answer === 'object' && answer !== null && 'now' in answer ? answer.now : null;
  if (typeof now !== 'number') throw new Error('The desk tells no time.');
  return now;
}
