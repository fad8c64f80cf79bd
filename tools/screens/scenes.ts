import type { StaffRole } from '#lib/wire/staff.ts';
import { counterScenes } from './counter-scenes.ts';
import { membersScenes } from './members-scenes.ts';
import { officeScenes } from './office-scenes.ts';
import { reportsScenes } from './reports-scenes.ts';
import type { Scene } from './scene.ts';

const trainer: Scene[] = [
  {
    name: 'floor',
    isForAll: true,
    play: async ({ page, words }) => {
      await page.getByRole('list', { name: words('floor', 'floor.members') }).waitFor({ timeout: 30_000 });
    },
  },
  {
    name: 'floor-member',
    play: async ({ page, words }) => {
      await page
        .getByRole('list', { name: words('floor', 'floor.members') })
        .getByRole('button')
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
];

/** The narrowest window that shows the presence list beside the verdict. */
const halfOfAScreen = { width: 1024, height: 680 };

const manager: Scene[] = [
  {
    name: 'two-gyms',
    play: async ({ page }) => {
      await page.setViewportSize(halfOfAScreen);
      await page.goto('/');
    },
    beside: async ({ page, words }) => {
      const tab = await page.context().newPage();
      await tab.setViewportSize(halfOfAScreen);
      await tab.goto('/');
      await tab.getByRole('banner').getByRole('button', { name: 'München West' }).click();
      await tab.getByRole('menuitemradio', { name: 'München Ost' }).click();
      await tab.getByRole('banner').getByRole('button', { name: 'München Ost' }).waitFor();
      // after the reload, the first tab still shows its own gym
      await page.bringToFront();
      await page.reload();
      for (const one of [page, tab]) {
        await one
          .getByRole('list', { name: words('counter', 'inTheGym.title') })
          .getByRole('listitem')
          .nth(3)
          .waitFor();
        await one.waitForTimeout(1_000); // the portraits follow
      }
      return tab;
    },
  },
  ...officeScenes,
  ...reportsScenes,
  {
    name: 'office-migration',
    isForAll: true,
    isWholePage: true,
    play: async ({ page, words }) => {
      await page.goto('/office/migration');
      const send = (ids: readonly string[]) =>
        page
          .locator('input[type=file]')
          .setInputFiles({ name: 'ids.csv', mimeType: 'text/csv', buffer: Buffer.from(ids.join('\n')) });
      const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => `${first + index}`);
      await send(idsFrom(100_001, 24));
      await page.getByRole('list', { name: words('migration', 'migration.earlier.title') }).waitFor();
      await send([...idsFrom(100_020, 180), '100020', '1.23457E+11', 'Lena Vogt']);
      await page.getByRole('progressbar').waitFor();
      await page.waitForTimeout(12_000); // until the migration is slowed down to the rate limit
    },
  },
];

/** The scenes of each role's day, in order. */
export const scenes: readonly { role: StaffRole; scenes: readonly Scene[] }[] = [
  { role: 'reception', scenes: [...counterScenes, ...membersScenes] },
  { role: 'trainer', scenes: trainer },
  { role: 'manager', scenes: manager },
];
