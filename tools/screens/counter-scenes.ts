import { scan } from '#tools/testing/scan.ts';
import { closeDialog, type Scene, scanned } from './scene.ts';

/** The check-in page, with outages of the desk and the platform. */
export const counterScenes: Scene[] = [
  { name: 'ready', isForAll: true, play: async () => {} },
  {
    name: 'help',
    isForAll: true,
    play: async ({ page }) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'present',
    play: async ({ page, words }) => {
      await closeDialog(page);
      const list = page.getByRole('complementary', { name: words('counter', 'inTheGym.title') });
      await list.getByRole('listitem').getByRole('button').first().click();
      await page.locator('[data-verdict]:not([aria-busy=true])').waitFor();
    },
  },
  {
    name: 'search',
    isForAll: true,
    play: async ({ page }) => {
      if (await page.getByRole('dialog').isVisible()) await closeDialog(page);
      const box = page.getByRole('searchbox');
      // the directory takes a moment after the first start
      for (let tries = 0; tries < 20 && !(await page.getByRole('option').first().isVisible()); tries += 1) {
        await box.fill('');
        await box.fill('lena');
        await page.waitForTimeout(1_000);
      }
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    ...scanned('unknown', '0x04A23BC21C2680'),
    play: async (stage) => {
      // the first closes the list, the second empties the box
      for (let presses = 0; presses < 2; presses += 1) await stage.page.keyboard.press('Escape');
      await scanned('unknown', '0x04A23BC21C2680').play(stage);
    },
  },
  scanned('refused', '0x5C08E6A4'),
  scanned('attention', '0x04C7E2914A3B80'),
  scanned('admitted', '0x04B81D5A2F6C80'),
  {
    name: 'not-whole',
    isForAll: true,
    play: async ({ page }) => {
      await page.keyboard.type('0x04E51A7C', { delay: 4 });
      await page.waitForTimeout(2_000); // the missing responses have timed out
    },
  },
  {
    name: 'desk-away',
    isForAll: true,
    play: async ({ page, stack }) => {
      await stack.killDesk();
      await scan(page, '0x04E51A7C99D380');
      await page.locator('[data-verdict=unconfirmed]').waitFor();
      await page.waitForTimeout(1_500); // the reader's state follows
    },
  },
  {
    name: 'reloaded-away',
    isForAll: true,
    play: async ({ page }) => {
      await page.reload();
      await page.getByRole('searchbox').waitFor();
      await scan(page, '0x046F90B3D81E80');
      await page.locator('[data-verdict=unconfirmed]').waitFor();
    },
  },
  {
    name: 'unconfirmed',
    play: async ({ page, stack }) => {
      await stack.startDesk();
      await page.goto('/');
      await page.getByRole('listitem').nth(5).waitFor();
      await stack.killPlatform();
      await scan(page, '0x04590BAA7DE480');
      await page.locator('[data-verdict=unconfirmed]:not([aria-busy=true])').waitFor();
      await page.waitForTimeout(1_500); // so does the banner
    },
  },
];
