import type { Page } from '@playwright/test';
import type { Stack } from '#tools/testing/stack.ts';
import { connectReader, newProfile, signIn, withBrowser } from './desk-browser.ts';
import { latencyRow, type Section } from './row.ts';

const switches = 12;
const budgetMs = 2_000;

const badges = [
  { name: 'Mira Sommer', card: '0x04BADCE0000001', pin: '739164' },
  { name: 'Ana Keller', card: '0x04BADCE0000002', pin: '285093' },
] as const;

/** Two staff members alternate at a shared screen, by badge and PIN. */
export async function measureBadgeSwitch(stack: Stack): Promise<Section> {
  return withBrowser(async (browser) => {
    const office = await newProfile(browser);
    const manager = await signIn(office, stack, 'manager');
    await manager.goto(`${stack.deskUrl}/office/staff`);
    for (const badge of badges) await giveBadge(manager, badge);
    await office.close();

    const context = await newProfile(browser);
    const page = await signIn(context, stack);
    const samples: number[] = [];
    for (let index = 0; index < switches; index += 1) {
      samples.push(await takeOver(page, badges[index % badges.length] ?? badges[0]));
    }
    return {
      title: 'A shared screen taken over by staff badge',
      rows: [latencyRow('PIN entered → the other name is signed in', samples, budgetMs)],
    };
  });
}

type Badge = (typeof badges)[number];

async function giveBadge(page: Page, { name, card, pin }: Badge): Promise<void> {
  const person = page.getByRole('list', { name: 'Staff' }).getByRole('listitem', { name });
  await person.getByRole('button', { name: /^Assign badge/ }).click();
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('PIN', { exact: true }).fill(pin);
  await page.getByLabel('PIN again').fill(pin);
  await page.getByRole('dialog').getByRole('button', { name: 'Assign badge' }).click();
  await person.getByText('Has a badge').waitFor();
}

async function takeOver(page: Page, { name, card, pin }: Badge): Promise<number> {
  const scan = await connectReader(page);
  await scan(card);
  await page.getByRole('dialog').getByLabel('PIN', { exact: true }).fill(pin);
  const enteredAt = performance.now();
  await page.keyboard.press('Enter');
  await page.locator('header').getByRole('button', { name }).waitFor();
  const tookMs = performance.now() - enteredAt;
  await page.waitForTimeout(500); // the page settles before the next badge
  return tookMs;
}
