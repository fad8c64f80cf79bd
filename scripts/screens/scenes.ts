import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { StaffRole } from '#lib/wire/staff.ts';
import type { Stack } from '#scripts/testing/stack.ts';
import type { Words } from './words.ts';

export interface Stage {
  page: Page;
  stack: Stack;
  words: Words;
}

/** One picture: what is done from where the scene before has left the page. */
export interface Scene {
  name: string;
  /** Shown at every width and in every language, not only at a desk. */
  isForAll?: true;
  /** The whole page, not only what is seen without scrolling. */
  isWholePage?: true;
  play(stage: Stage): Promise<void>;
}

const scan = async (page: Page, card: string) => {
  await page.keyboard.type(card, { delay: 4 });
  await page.keyboard.press('Enter');
};

const scanned = (kind: string, card: string): Scene => ({
  name: kind,
  isForAll: true,
  play: async ({ page }) => {
    await scan(page, card);
    await page.locator(`[data-verdict=${kind}]:not([aria-busy=true])`).waitFor();
    await page.waitForTimeout(500); // the list beside it follows
  },
});

async function openMember({ page, words }: Stage, name: string): Promise<void> {
  await page.goto('/members');
  const search = page.getByRole('searchbox');
  const link = page.getByRole('listitem').getByRole('link').filter({ hasText: name });
  for (let tries = 0; tries < 20 && !(await link.first().isVisible()); tries += 1) {
    await search.fill('');
    await search.fill(name);
    await page.waitForTimeout(1_000);
  }
  // on a phone, the verdict of a scan that waited may lie over it
  await page.goto((await link.first().getAttribute('href')) ?? '');
  await page.getByRole('heading', { name: words('photos', 'photos.title') }).waitFor();
  await page.waitForTimeout(1_500); // the parts of the page follow; live events keep the network from ever being idle
}

const closeDialog = async (page: Page) => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
};

const reception: Scene[] = [
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
      const list = page.getByRole('complementary', { name: words('desk', 'inTheGym.title') });
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
      await page.waitForTimeout(2_000); // the rest does not come
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
  {
    name: 'members',
    isForAll: true,
    play: async ({ page, stack }) => {
      await Promise.all([stack.startDesk(), stack.startPlatform()]);
      await page.goto('/members');
      await page.getByRole('listitem').getByRole('link').nth(5).waitFor({ timeout: 30_000 });
    },
  },
  {
    name: 'scan-elsewhere',
    play: async ({ page }) => {
      await scan(page, '0x046F90B3D81E80');
      await page.locator('[data-verdict=attention]').waitFor();
    },
  },
  {
    name: 'member',
    isForAll: true,
    isWholePage: true,
    play: (stage) => openMember(stage, 'Lena Vogt'),
  },
  {
    name: 'member-note',
    play: async ({ page, words }) => {
      await page.getByRole('button', { name: words('members', 'memberNotes.write') }).click();
      await page.getByRole('textbox').first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'member-photo',
    play: async ({ page, words }) => {
      const picture = await sharp({
        create: { width: 900, height: 700, channels: 3, background: { r: 120, g: 150, b: 160 } },
      })
        .png()
        .toBuffer();
      const file = { name: 'portrait.png', mimeType: 'image/png', buffer: picture };
      await page.locator('input[type=file]').first().setInputFiles(file);
      await page.getByRole('button', { name: words('photos', 'photos.crop.use') }).waitFor();
    },
  },
  {
    name: 'member-card',
    play: async ({ page, words }) => {
      await closeDialog(page);
      await page.getByRole('button', { name: words('cards', 'cards.add') }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'member-product',
    play: async (stage) => {
      const { page, words } = stage;
      await closeDialog(page);
      await openMember(stage, 'Mia Brandt');
      await page.getByRole('button', { name: words('products', 'products.book') }).click();
      const field = words('products', 'products.bookDialog.endDate');
      await page.getByRole('button', { name: words('fields', 'dayField.open', { field }) }).click();
      await page.getByRole('grid').waitFor();
    },
  },
  {
    name: 'member-edit',
    isForAll: true,
    isWholePage: true,
    play: async (stage) => {
      await openMember(stage, 'Lena Vogt');
      await stage.page
        .getByRole('button', { name: stage.words('members', 'profile.edit'), exact: true })
        .first()
        .click();
      await stage.page.getByLabel(stage.words('members', 'profile.fields.firstName')).waitFor();
    },
  },
  {
    name: 'new-member',
    isForAll: true,
    isWholePage: true,
    play: async ({ page, words }) => {
      await page.goto('/members/new');
      await page.getByLabel(words('new-member', 'newMember.email.label')).fill('jana.sander@mail.example');
      await page.getByRole('button', { name: words('new-member', 'newMember.email.continue') }).click();
      await page.getByRole('button', { name: words('new-member', 'newMember.create') }).waitFor();
    },
  },
  {
    name: 'visits',
    isForAll: true,
    play: async ({ page }) => {
      await page.goto('/visits');
      await page.getByRole('table').getByRole('row').nth(3).waitFor();
    },
  },
  {
    name: 'corporate-fitness',
    isForAll: true,
    play: async ({ page }) => {
      await page.goto('/corporate-fitness');
      await page.getByRole('table').or(page.getByRole('list')).first().waitFor();
      await page.waitForTimeout(1_000);
    },
  },
];

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

const manager: Scene[] = [
  {
    name: 'office-staff',
    isForAll: true,
    play: async ({ page }) => {
      await page.goto('/office/staff');
      await page.getByRole('listitem').nth(2).waitFor();
    },
  },
  {
    name: 'office-location',
    isForAll: true,
    isWholePage: true,
    play: async ({ page, words }) => {
      await page.goto('/office/location');
      await page.getByLabel(words('office', 'office.location.undoS.label')).waitFor();
    },
  },
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
      await page.waitForTimeout(12_000); // until the rate is that of the limit
    },
  },
];

/** The scenes of each person's day, in the order in which they are played. */
export const scenes: readonly { role: StaffRole; scenes: readonly Scene[] }[] = [
  { role: 'reception', scenes: reception },
  { role: 'trainer', scenes: trainer },
  { role: 'manager', scenes: manager },
];
