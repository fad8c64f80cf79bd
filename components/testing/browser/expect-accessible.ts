import axe from 'axe-core';
import { expect } from 'vitest';
import { page } from 'vitest/browser';

/**
 * axe finds nothing on the page as it is now, once what just appears has its colours.
 * @param within only what is in there
 */
export async function expectAccessible(within: Element = document.body): Promise<void> {
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  // what belongs to a whole page is asked of whole pages
  const rules = { region: { enabled: false }, 'page-has-heading-one': { enabled: false } };
  const { violations } = await axe.run(within, { resultTypes: ['violations'], rules });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)).toEqual([]);
}

const widths = [
  [390, 844],
  [820, 1180],
  [1280, 900],
] as const;

/** On a phone, a tablet and a desk axe finds nothing, and nothing is cut off. */
export async function expectFineAtEveryWidth(): Promise<void> {
  for (const [width, height] of widths) {
    await page.viewport(width, height);
    await expectAccessible();
    expect(document.documentElement.scrollWidth, `at ${width} px`).toBeLessThanOrEqual(innerWidth);
  }
}
