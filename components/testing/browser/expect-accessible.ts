import axe from 'axe-core';
import { expect } from 'vitest';

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
