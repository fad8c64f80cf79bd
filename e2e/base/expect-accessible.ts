import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

interface Accessible {
  /** A selector: checks only this part. */
  within?: string;
  /** Names the page if a test checks several. */
  about?: string;
  /** Checks only these: for a page that was checked with all of them, and now has other colours. */
  rules?: string[];
}

/** Expects no axe violations on the current page. */
export async function expectAccessible(page: Page, { within, about, rules }: Accessible = {}) {
  await page.evaluate(endFades);
  // no page has a frame of another origin, for which the newer mode opens a second page each time. Only violations:
  // listing what passes takes as long as the check itself
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (rules) axe.withRules(rules);
  const { violations } = await (within ? axe.include(within) : axe).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`),
    about,
  ).toEqual([]);
}

/** The rules that depend on colours. */
export const colourRules = ['color-contrast', 'link-in-text-block'];

/** Finishes all animations, so that new elements have their final colours. Runs in the page. */
function endFades(): void {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  }
}
