import type { Locator, Page } from '@playwright/test';

/** Presses Tab until the element has the focus, like a keyboard user, who waits until it is there. */
export async function tabTo(page: Page, target: Locator, backwards = false): Promise<void> {
  const key = backwards ? 'Shift+Tab' : 'Tab';
  await target.waitFor({ state: 'attached' });
  for (let presses = 0; presses < 80; presses += 1) {
    // checked only near the element: each check takes four times as long as a press
    const isThere = (await target.count()) > 0;
    const away = isThere ? await target.evaluate(countTabs, { selector: mayBeStop, backwards }).catch(() => 1) : 1;
    if (away === 0) return;
    for (let press = 0; press < away; press += 1) await page.keyboard.press(key);
    presses += away - 1;
  }
  throw new Error(`The focus never came to ${target}.`);
}

const mayBeStop = 'a[href], button, summary, [tabindex]';

/** How many presses there are at least to an element, 0 if it has the focus. Runs in the page. */
function countTabs(element: Element, { selector, backwards }: { selector: string; backwards: boolean }): number {
  const focused = document.activeElement;
  if (element === focused) return 0;
  const isStop = (one: HTMLElement) =>
    one.tabIndex >= 0 && !one.matches(':disabled, [inert] *') && one.checkVisibility({ visibilityProperty: true });
  const stops: (Element | null)[] = [...document.querySelectorAll<HTMLElement>('*')].filter(
    (one) => one === element || one === focused || (one.matches(selector) && isStop(one)),
  );
  const presses = stops.indexOf(element) - stops.indexOf(focused);
  return Math.max(1, (backwards ? -presses : presses) - 1);
}
