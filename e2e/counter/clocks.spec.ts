import type { Page } from '@playwright/test';
import { readPlatformVisits } from '#e2e/base/databases.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';

const minute = 60_000;
const hour = 60 * minute;
/** An uncorrected time would be off by at least a minute. */
const allowedMs = 1_000;

// the browser's own error for an unreachable desk
test.use({ allowedConsoleError: /ERR_CONNECTION|Failed to (fetch|load)|ERR_EMPTY|ERR_INCOMPLETE|50\d|EventSource/ });

/** Sets the wall clock of a tablet; the monotonic clock is not affected. */
async function setClock(page: Page, aheadMs: number): Promise<void> {
  await page.evaluate((ms) => {
    const clock = globalThis as { trueNow?: () => number };
    const trueNow = clock.trueNow ?? Date.now.bind(Date);
    clock.trueNow = trueNow;
    Date.now = () => trueNow() + ms;
  }, aheadMs);
}

for (const [name, shows, aheadMs] of [
  ['a minute ahead', 'contractEndsSoon', minute],
  ['three hours ahead', 'birthday', 3 * hour],
  ['three hours behind', 'otherGym', -3 * hour],
  ['of 2020', 'contractEnded', -6 * 365 * 24 * hour],
] as const) {
  test(`a tablet whose clock is ${name}, and corrected while scans wait: they arrive with the time of the scan`, async ({
    page,
    desk,
    stack,
  }) => {
    await desk.signIn(page);
    const card = desk.card(shows);
    const lastName = card.name.split(' ').at(-1) ?? card.name;
    // it checks its clock every second, and compares it with the desk's
    let isSet = false;
    const asked = page.waitForRequest((request) => isSet && request.url().endsWith('/api/clock'));
    isSet = true;
    await setClock(page, aheadMs);
    await (await (await asked).response())?.finished();
    await stack.killDesk();
    const before = new Date();
    await desk.scan(page, card.value);
    await expect(verdict(page, 'unconfirmed')).toBeVisible();
    const after = new Date();
    await setClock(page, 0);
    await stack.startDesk();
    const since = new Date(before.getTime() - allowedMs);
    await expect.poll(() => readPlatformVisits(stack, lastName, since), { timeout: 45_000 }).toHaveLength(1);
    const [visit] = await readPlatformVisits(stack, lastName, since);
    expect(visit?.at.getTime()).toBeLessThanOrEqual(after.getTime() + allowedMs);
  });
}
