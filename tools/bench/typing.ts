import type { Stack } from '#tools/testing/stack.ts';
import { newProfile, signIn, withBrowser } from './desk-browser.ts';
import { readFreeCards } from './free-cards.ts';
import { latencyRow, type Section } from './row.ts';

const keyStrokes = 40;
const warmUps = 5;
const pauseMs = 200;
const longestWaitMs = 5_000;

/** From the keystroke that starts a search until the matches are painted. */
export async function measureTyping(stack: Stack): Promise<Section> {
  // each keyboard has a key for these
  const members = (await readFreeCards(stack, 2 * (keyStrokes + warmUps)))
    .filter(({ holder }) => /^.[a-z]/.test(holder))
    .slice(0, keyStrokes + warmUps);
  return withBrowser(async (browser) => {
    const page = await signIn(await newProfile(browser), stack);
    const box = page.getByRole('searchbox', { name: 'Scan or search' });
    const samplesMs: number[] = [];
    for (const { holder } of members) {
      const [first = '', second = ''] = holder;
      await box.fill(first);
      await page.waitForTimeout(pauseMs);
      const watching = await page.evaluateHandle(watchMatches, longestWaitMs);
      await page.keyboard.press(second);
      samplesMs.push(await watching.evaluate(({ painted }) => painted));
      await box.fill('');
      await page.waitForTimeout(pauseMs);
    }
    return {
      title: 'Typing a name at the check-in page, in a browser',
      rows: [latencyRow('key stroke → members found painted', samplesMs.slice(warmUps), 100)],
    };
  });
}

/** Runs in the page: there is no list of matches before the keystroke. */
function watchMatches(longestWaitMs: number) {
  const isOpen = () => document.querySelector('[role="listbox"] [role="option"]') !== null;
  const painted = new Promise<number>((resolve, reject) => {
    if (isOpen()) reject(new Error('One letter was searched for.'));
    const tooLate = setTimeout(() => reject(new Error('Nobody was found.')), longestWaitMs);
    let pressedAt = Number.NaN;
    const press = ({ timeStamp }: KeyboardEvent) => {
      pressedAt = timeStamp;
    };
    window.addEventListener('keydown', press, { capture: true, once: true });
    const observer = new MutationObserver(() => {
      if (!isOpen()) return;
      observer.disconnect();
      clearTimeout(tooLate);
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - pressedAt)));
    });
    observer.observe(document.body, { subtree: true, childList: true });
  });
  return { painted };
}
