import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type CDPSession, expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

interface Accessible {
  /** A selector: checks only this part. */
  within?: string;
  /** Names the page if a test checks several. */
  about?: string;
  /** Checks only these: for a page that was checked with all of them, and now has other colours. */
  rules?: string[];
  /** Checks all rules but these. */
  without?: string[];
}

/** The script that defines `axe` in a page. */
const source = fs.readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Expects no axe violations on the current page. Without `@axe-core/playwright`, which loads the whole script twice for
 * each check: nearly as much work as the check itself.
 */
export async function expectAccessible(page: Page, { within, about, rules, without }: Accessible = {}) {
  const isLoaded = await page.evaluate(endFades);
  if (!isLoaded) await load(page);
  expect(await page.evaluate(findViolations, { within, rules, without }), about).toEqual([]);
}

/** Open as long as their pages: the end of one also ends the virtual authenticators of its page. */
const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** By the browser's own evaluation: that of the runner takes half as long again for a script of this size. */
async function load(page: Page): Promise<void> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  await (await session).send('Runtime.evaluate', { expression: source });
}

/**
 * Finishes all animations, so that new elements have their final colours. Runs in the page.
 * @returns whether the page has axe already
 */
function endFades(): boolean {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  }
  return 'axe' in window;
}

/** Runs in the page. Only violations: listing what passes takes as long as the check itself. */
async function findViolations({ within, rules, without = [] }: Omit<Accessible, 'about'>): Promise<string[]> {
  const { axe: checker } = window as unknown as { axe: typeof axe }; // safe because: its script was run before
  const { violations } = await checker.run(within ?? document, {
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
}
