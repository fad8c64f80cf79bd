import axe from 'axe-core';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { colourRules } from './colour-rules.ts';

/**
 * Expects no axe violations on the current page, after finishing all animations. In dark colours only rules that depend on
 * colours are checked: the same test in light ones checks all.
 * @param within checks only this element
 */
export async function expectAccessible(within: Element = document.body): Promise<void> {
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  // these rules apply to whole pages only
  const rules = { region: { enabled: false }, 'page-has-heading-one': { enabled: false } };
  const isDark = document.documentElement.dataset.theme === 'dark';
  const { violations } = await axe.run(within, {
    resultTypes: ['violations'],
    ...(isDark ? { runOnly: { type: 'rule', values: colourRules } } : { rules }),
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)).toEqual([]);
}

const widths = [
  [390, 844],
  [820, 1180],
  [1280, 900],
] as const;

/** Expects no horizontal overflow at phone, tablet and desktop width. */
export async function expectToFitEveryWidth(): Promise<void> {
  await atEveryWidth(async () => {});
}

/** Expects no axe violations and no horizontal overflow at phone, tablet and desktop width. */
export async function expectFineAtEveryWidth(): Promise<void> {
  await atEveryWidth(expectAccessible);
}

async function atEveryWidth(expectMore: () => Promise<void>): Promise<void> {
  for (const [width, height] of widths) {
    await page.viewport(width, height);
    await expectMore();
    expect(document.documentElement.scrollWidth, `at ${width} px`).toBeLessThanOrEqual(innerWidth);
  }
}
