import type { Page } from '@playwright/test';

/** The effect of a scan on the screen; times are epoch milliseconds, so that two windows can be compared. */
export interface WatchedScan {
  enteredAt: number;
  /** When a name was painted: that of the verdict, or earlier that of the known holder of the card. */
  namedAt: number;
  decidedAt: number;
  kind: string | null;
}

interface Watching {
  done(): Promise<WatchedScan>;
}

/** Records each Enter before the page's own scripts run, which stop its propagation. */
export async function markEnter(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const mark = ({ key, timeStamp }: KeyboardEvent) => {
      if (key === 'Enter') performance.mark('enter', { startTime: timeStamp });
    };
    window.addEventListener('keydown', mark, true);
  });
}

/** Watches for the next scan. */
export async function watchVerdict(page: Page, longestWaitMs: number): Promise<Watching> {
  const watching = await page.evaluateHandle(watch, longestWaitMs);
  return { done: () => watching.evaluate(({ painted }) => painted) };
}

/** Runs in the page. */
function watch(longestWaitMs: number) {
  const shown = () => document.querySelector('[data-tap-id]');
  const before = shown()?.getAttribute('data-tap-id');
  performance.clearMarks('enter');
  const { timeOrigin } = performance;
  // the frame after the next one starts when the current state has been painted
  const nextPaint = () =>
    new Promise<number>((resolve) =>
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(timeOrigin + performance.now()))),
    );
  const painted = new Promise<WatchedScan>((resolve, reject) => {
    const tooLate = setTimeout(() => reject(new Error('No verdict came.')), longestWaitMs);
    let named: Promise<number> | undefined;
    const look = async () => {
      const region = shown();
      if (!region || region.getAttribute('data-tap-id') === before) return;
      named ??= nextPaint();
      if (region.getAttribute('aria-busy') === 'true') return;
      observer.disconnect();
      clearTimeout(tooLate);
      const kind = region.getAttribute('data-verdict');
      const decided = nextPaint();
      const enteredAt = timeOrigin + (performance.getEntriesByName('enter')[0]?.startTime ?? Number.NaN);
      resolve({ enteredAt, namedAt: await named, decidedAt: await decided, kind });
    };
    const observer = new MutationObserver(() => void look());
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  return { painted };
}
