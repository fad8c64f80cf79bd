import { test as base, expect, type Page } from '@playwright/test';
import type { DemoCard } from '#lib/wire/demo-cards.ts';
import type { Dialect } from '#platform/http/sandbox/dialects.ts';
import { longestTestMs } from '#shared/testing/limits.ts';
import { scan } from '#tools/testing/scan.ts';
import { type Stack, startStack } from '#tools/testing/stack.ts';
import { startNewDay, stopUndoTime } from './databases.ts';
import { signInAs } from './sign-in-request.ts';

interface Desk {
  /** Signs in without the form, and waits for the user's start page. */
  signIn(page: Page, role?: 'reception' | 'trainer' | 'manager'): Promise<void>;
  /** Holds a card to the reader: a burst of keys, ended by Enter. */
  scan(page: Page, value: string): Promise<void>;
  /** The demo card that shows a case. */
  card(shows: string): DemoCard;
}

export interface WorkerFixtures {
  /** The dialect of the platform; null: our own. */
  dialect: Dialect | null;
  stack: Stack;
  cards: DemoCard[];
}
interface TestFixtures {
  desk: Desk;
  /** Console errors that this test expects; any other one fails it. */
  allowedConsoleError: RegExp | null;
  /** Before every test, also those without a page: see `startNewDay`. */
  newDay: undefined;
  /** In every test: no request or response between desk and platform violates the published document. */
  keepsToTheDocument: undefined;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  dialect: [null, { option: true, scope: 'worker' }],
  stack: [
    async ({ dialect }, use) => {
      const stack = await startStack({ dialect: dialect ?? undefined, isValidated: true });
      await stopUndoTime(stack);
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: longestTestMs },
  ],
  cards: [
    async ({ stack }, use) => {
      await use(stack.cards);
    },
    { scope: 'worker' },
  ],
  allowedConsoleError: [null, { option: true }],
  newDay: [
    async ({ stack }, use) => {
      await startNewDay(stack);
      await use(undefined);
    },
    { auto: true },
  ],
  keepsToTheDocument: [
    async ({ stack }, use) => {
      await use(undefined);
      expect(stack.takeViolations(), 'what the published document does not allow').toEqual([]);
    },
    { auto: true },
  ],
  baseURL: async ({ stack }, use) => use(stack.deskUrl),
  context: async ({ context }, use) => {
    // a page that may play sounds takes 4% of a core until ten seconds after the last one; pages of other contexts play them
    await context.addInitScript(() => {
      try {
        localStorage.setItem('sounds', 'off');
      } catch {
        // an empty page has no storage
      }
    });
    await use(context);
  },
  page: async ({ page, allowedConsoleError }, use) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      const said = `${message.text()} ${URL.parse(message.location().url)?.pathname ?? ''}`;
      if (message.type() !== 'error' || allowedConsoleError?.test(said) || slowRead.test(said)) return;
      errors.push(said);
    });
    page.on('pageerror', (error) => errors.push(error.message));
    await use(page);
    expect(errors, 'errors on the console of the browser').toEqual([]);
  },
  desk: async ({ stack, cards }, use) => {
    await use({
      signIn: async (page, role = 'reception') => {
        await signInAs(page.request, stack, role);
        await page.goto(stack.deskUrl);
        if (role === 'trainer') {
          // a trainer's start page is the training floor
          await expect(page.getByRole('heading', { name: 'Training floor', level: 1 })).toBeVisible();
          await page.waitForFunction(isAlive);
          return;
        }
        await expect(page.getByRole('heading', { name: 'Check-in', level: 1 })).toBeAttached();
        // it gets the focus once the page handles keys
        await expect(page.getByRole('searchbox', { name: 'Scan or search' })).toBeFocused();
        await expect(page.getByRole('list', { name: 'In the gym' }).getByRole('listitem').first()).toBeVisible();
      },
      scan,
      card: (shows) => {
        const found = cards.find((card) => card.shows === shows);
        if (!found) throw new Error(`no demo card shows ${shows}: ${cards.map((card) => card.shows).join(', ')}`);
        return found;
      },
    });
  },
});

export { expect };

/**
 * On a busy machine the platform may exceed the timeout of a read, which the page then retries. A read that always
 * fails is detected by the test's own expectations.
 */
const slowRead = /status of 503 .* \/api\/desk\//;

/** Whether React has hydrated the page, so that it handles keys. Runs in the page. */
export const isAlive = () =>
  Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactFiber'));

/** The verdict on screen, once it is of this kind. */
export function verdict(page: Page, kind: string) {
  return page.locator(`[data-verdict="${kind}"]`).and(page.getByRole('region', { name: 'Verdict' }));
}
