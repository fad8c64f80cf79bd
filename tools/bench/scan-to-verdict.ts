import type { Page } from '@playwright/test';
import type { Stack } from '#tools/testing/stack.ts';
import { connectReader, newProfile, signIn, withBrowser } from './desk-browser.ts';
import { withDelay } from './faults.ts';
import { type FreeCard, readFreeCards } from './free-cards.ts';
import { startNewDay } from './new-day.ts';
import { latencyRow, type Row, type Section } from './row.ts';
import { markEnter, type WatchedScan, watchVerdict } from './watch-verdict.ts';

const warmUps = 10;
const scans = 60;
/** Each of these waits until the look-up times out. */
const scansWithoutAnswer = 20;
const scansForOtherWindow = 30;
/** Slower than the platform's limit of 6 requests a second, so that no scan waits in the queue for another. */
const pauseMs = 180;
/** Longer than a window waits between two readings of a list that events made stale (`coalesce-reads.ts`). */
const pauseForOtherWindowMs = 1_500;
const longestWaitMs = 10_000;
const nameBudgetMs = 60;
/** On loopback. */
const verdictBudgetMs = 100;

/** The network latency to the platform. */
const distances = [
  { delayMs: 0, name: 'platform on loopback', count: scans, isAnswered: true },
  { delayMs: 150, name: 'platform 150 ms away', count: scans, isAnswered: true },
  { delayMs: 2_000, name: 'platform 2 s away', count: scansWithoutAnswer, isAnswered: false },
  { delayMs: 120_000, name: 'platform that does not answer', count: scansWithoutAnswer, isAnswered: false },
];

/** From the reader's Enter until the result is painted, here and in the list of another window. */
export async function measureScans(stack: Stack): Promise<Section> {
  const cards = await readFreeCards(stack, warmUps + scans);
  return withBrowser(async (browser) => {
    const context = await newProfile(browser);
    const page = await signIn(context, stack);
    await markEnter(page);
    await page.reload();
    await page.getByRole('list', { name: 'In the gym' }).getByRole('listitem').first().waitFor();
    const scan = await connectReader(page);
    const watchScan = async ({ rfid }: FreeCard) => {
      const watching = await watchVerdict(page, longestWaitMs);
      await scan(rfid);
      return watching.done();
    };

    // warms the caches of every layer, and makes the cards known
    await scanAll(page, cards, watchScan);
    const known = cards.slice(warmUps);
    const rows: { named: Row; confirmed: Row | null }[] = [];
    for (const { delayMs, name, count, isAnswered } of distances) {
      await startNewDay(stack);
      const watched = await withDelay(stack, delayMs, () => scanAll(page, known.slice(0, count), watchScan));
      expectKind(watched, isAnswered ? 'admitted' : 'unconfirmed');
      const since = (moment: 'namedAt' | 'decidedAt') => watched.map((scan) => scan[moment] - scan.enteredAt);
      rows.push({
        named: latencyRow(`scan of a known card → name painted, ${name}`, since('namedAt'), nameBudgetMs),
        confirmed: isAnswered
          ? latencyRow(
              `scan → confirmed verdict painted, ${name}`,
              since('decidedAt'),
              delayMs === 0 ? verdictBudgetMs : undefined,
            )
          : null,
      });
    }

    await startNewDay(stack);
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole('heading', { name: 'In the gym' }).waitFor();
    await page.bringToFront();
    const timeSeen = ({ rfid, holder }: FreeCard) => timeOtherWindow(page, other, holder, () => scan(rfid));
    const seen = await scanAll(page, known.slice(0, scansForOtherWindow), timeSeen, pauseForOtherWindowMs);
    return {
      title: 'Scan at the check-in page, in a browser',
      rows: [
        ...rows.map(({ named }) => named),
        ...rows.flatMap(({ confirmed }) => confirmed ?? []),
        latencyRow('check-in → name in the list of another window that was quiet for 1.5 s', seen),
      ],
    };
  });
}

async function scanAll<T>(
  page: Page,
  cards: readonly FreeCard[],
  time: (card: FreeCard) => Promise<T>,
  betweenMs = pauseMs,
): Promise<T[]> {
  const samples: T[] = [];
  for (const card of cards) {
    samples.push(await time(card));
    await page.waitForTimeout(betweenMs);
  }
  return samples;
}

function expectKind(watched: readonly WatchedScan[], expected: string): void {
  const other = watched.find(({ kind }) => kind !== expected);
  if (other) throw new Error(`A scan that should be "${expected}" shows "${other.kind}".`);
}

async function timeOtherWindow(page: Page, other: Page, holder: string, scan: () => Promise<void>): Promise<number> {
  const entering = await watchVerdict(page, longestWaitMs);
  const listing = await other.evaluateHandle(watchList, { holder, longestWaitMs });
  await scan();
  const [{ enteredAt }, listedAt] = await Promise.all([entering.done(), listing.evaluate(({ listed }) => listed)]);
  return listedAt - enteredAt;
}

/** Runs in the other window. */
function watchList({ holder, longestWaitMs }: { holder: string; longestWaitMs: number }) {
  const isListed = () =>
    [...document.querySelectorAll('[aria-labelledby="in-the-gym"] li span')].some(
      (line) => line.textContent === holder,
    );
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
