import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Expects no axe violations on the current page.
 * @param within a selector: checks only this part
 * @param about names the page if a test checks several
 */
export async function expectAccessible(page: Page, { within, about }: { within?: string; about?: string } = {}) {
  await page.evaluate(endFades);
  // no page has a frame of another origin, for which the newer mode opens a second page each time. Only violations:
  // listing what passes takes as long as the check itself
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (within ? axe.include(within) : axe).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`),
    about,
  ).toEqual([]);
}

/** Finishes all animations, so that new elements have their final colours. Runs in the page. */
function endFades(): void {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  }
}
