import { reportSections } from '#lib/wire/pages.ts';
import type { Scene } from './scene.ts';

/** The visits of today and each report, of the demo's past. */
export const reportsScenes: Scene[] = [{ section: 'visits', href: '/visits' }, ...reportSections].map(
  ({ section, href }) => ({
    name: section === 'visits' ? section : `reports-${href.slice('/reports/'.length)}`,
    isForAll: true,
    isWholePage: true,
    play: async ({ page }) => {
      await page.goto(`/g/muenchen-west${href}`);
      await page.getByRole('heading', { level: 2 }).or(page.getByRole('table')).first().waitFor();
      await page.waitForTimeout(1_500); // portraits and live numbers follow
    },
  }),
);
