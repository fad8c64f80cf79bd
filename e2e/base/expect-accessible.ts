import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * axe finds nothing on the page as it is now.
 * @param within a selector: only what is in there
 * @param about names the page where a test looks at several
 */
export async function expectAccessible(page: Page, { within, about }: { within?: string; about?: string } = {}) {
  await page.evaluate(endFades);
  // no page of ours has a frame of another origin, for which the newer mode opens a second page each time
  // to list what is as it should be takes as long as to look for what is not
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (within ? axe.include(within) : axe).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`),
    about,
  ).toEqual([]);
}

/** What just appears is not yet of its colours. Runs in the page. */
function endFades(): void {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  }
}
