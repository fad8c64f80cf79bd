import type { Page } from '@playwright/test';
import type { Stack } from '#scripts/testing/stack.ts';
import { connectReader, newProfile, signIn, withBrowser } from './desk-browser.ts';
import { type FreeCard, readFreeCards } from './free-cards.ts';
import { latencyRow, type Section } from './row.ts';

const warmUps = 10;
const scans = 60;
const scansForOtherWindow = 30;
/** Slower than the platform's limit of 6 requests a second, so that no scan waits in the queue for another. */
const pauseMs = 180;
const longestWaitMs = 10_000;

/** From the reader's Enter to the painted verdict, and to the list of another window. Each scan is another member's. */
export async function measureScans(stack: Stack): Promise<Section> {
  const cards = await readFreeCards(stack, warmUps + 2 * scans + scansForOtherWindow);
  return withBrowser(async (browser) => {
    const context = await newProfile(browser);
    await context.addInitScript(markEnter);
    const page = await signIn(context, stack);
    const scan = await connectReader(page);
    const timeVerdict = (card: FreeCard) => timeVerdictOf(page, () => scan(card.rfid));
    await scanAll(page, cards.splice(0, warmUps), timeVerdict); // warms the caches of every layer
    const loopback = await scanAll(page, cards.splice(0, scans), timeVerdict);
    const delayed = await withDelay(stack, 150, () => scanAll(page, cards.splice(0, scans), timeVerdict));
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole('list', { name: 'In the gym' }).getByRole('listitem').first().waitFor();
    await page.bringToFront();
    const seen = await scanAll(page, cards.splice(0, scansForOtherWindow), ({ rfid, holder }) =>
      timeOtherWindow(page, other, holder, () => scan(rfid)),
    );
    return {
      title: 'Scan at the check-in page, in a browser',
      rows: [
        latencyRow('scan → verdict painted, platform on loopback', loopback),
        latencyRow('scan → verdict painted, 150 ms added to each platform answer', delayed),
        latencyRow('check-in → name in the list of another window', seen),
      ],
    };
  });
}

type Timing = (card: FreeCard) => Promise<number>;

async function scanAll(page: Page, cards: readonly FreeCard[], time: Timing): Promise<number[]> {
  const samplesMs: number[] = [];
  for (const card of cards) {
    samplesMs.push(await time(card));
    await page.waitForTimeout(pauseMs);
  }
  return samplesMs;
}

async function timeVerdictOf(page: Page, scan: () => Promise<void>): Promise<number> {
  const watching = await page.evaluateHandle(watchVerdict, longestWaitMs);
  await scan();
  const { kind, enteredAt, paintedAt } = await watching.evaluate(({ painted }) => painted);
  if (kind !== 'admitted') throw new Error(`A scan that should be let in shows "${kind}".`);
  return paintedAt - enteredAt;
}

async function timeOtherWindow(page: Page, other: Page, holder: string, scan: () => Promise<void>): Promise<number> {
  const entering = await page.evaluateHandle(watchVerdict, longestWaitMs);
  const listing = await other.evaluateHandle(watchList, { holder, longestWaitMs });
  await scan();
  const [{ enteredAt }, listedAt] = await Promise.all([
    entering.evaluate(({ painted }) => painted),
    listing.evaluate(({ listed }) => listed),
  ]);
  return listedAt - enteredAt;
}

/** Runs in the page before its own scripts: the page keeps the Enter of a reader from whoever listens later. */
function markEnter() {
  const mark = ({ key, timeStamp }: KeyboardEvent) => {
    if (key === 'Enter') performance.mark('enter', { startTime: timeStamp });
  };
  window.addEventListener('keydown', mark, true);
}

/** Runs in the page. Times count from the epoch, so that those of two windows compare. */
function watchVerdict(longestWaitMs: number) {
  const shown = () => document.querySelector('[data-tap-id]');
  const before = shown()?.getAttribute('data-tap-id');
  performance.clearMarks('enter');
  const painted = new Promise<{ kind: string | null; enteredAt: number; paintedAt: number }>((resolve, reject) => {
    const tooLate = setTimeout(() => reject(new Error('No verdict came.')), longestWaitMs);
    const observer = new MutationObserver(() => {
      const region = shown();
      if (!region || region.getAttribute('data-tap-id') === before) return;
      observer.disconnect();
      clearTimeout(tooLate);
      const kind = region.getAttribute('data-verdict');
      // the frame after the next one starts when this verdict has been painted
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          const { timeOrigin } = performance;
          const enteredAt = timeOrigin + (performance.getEntriesByName('enter')[0]?.startTime ?? Number.NaN);
          resolve({ kind, enteredAt, paintedAt: timeOrigin + performance.now() });
        }),
      );
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  return { painted };
}

/** Runs in the other window. */
function watchList({ holder, longestWaitMs }: { holder: string; longestWaitMs: number }) {
  const isListed = () =>
    [...document.querySelectorAll('[aria-labelledby="in-the-gym"] li p')].some((line) => line.textContent === holder);
  const listed = new Promise<number>((resolve, reject) => {
    if (isListed()) reject(new Error('The member to scan is in the gym already.'));
    const tooLate = setTimeout(() => reject(new Error('The other window did not list the member.')), longestWaitMs);
    const observer = new MutationObserver(() => {
      if (!isListed()) return;
      observer.disconnect();
      clearTimeout(tooLate);
      resolve(performance.timeOrigin + performance.now());
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return { listed };
}

async function withDelay<T>(stack: Stack, delayMs: number, measure: () => Promise<T>): Promise<T> {
  const switchFaults = async (request: RequestInit) => {
    const response = await fetch(`${stack.platformUrl}/sandbox/faults`, request);
    if (!response.ok) throw new Error(`The platform's fault switch answered ${response.status}.`);
  };
  const headers = { 'content-type': 'application/json' };
  await switchFaults({ method: 'PUT', headers, body: JSON.stringify({ delayMs }) });
  const measured = await measure();
  await switchFaults({ method: 'DELETE' });
  return measured;
}
