import sharp from 'sharp';
import { scan } from '#tools/testing/scan.ts';
import { closeDialog, type Scene, type Stage } from './scene.ts';

async function openMember({ page, words }: Stage, name: string): Promise<void> {
  await page.goto('/members');
  const search = page.getByRole('searchbox');
  const link = page.getByRole('listitem').getByRole('link').filter({ hasText: name });
  for (let tries = 0; tries < 20 && !(await link.first().isVisible()); tries += 1) {
    await search.fill('');
    await search.fill(name);
    await page.waitForTimeout(1_000);
  }
  // on a phone, the verdict of a delayed scan may cover it
  await page.goto((await link.first().getAttribute('href')) ?? '');
  await page.getByRole('heading', { name: words('cards', 'cards.title') }).waitFor();
  // the parts of the page follow; because of the live stream, the network is never idle
  await page.waitForTimeout(1_500);
}

/** The scenes about members, after the counter: both programs run again by then. */
export const membersScenes: Scene[] = [
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
      // a task has the same button
      await stage.page
        .getByRole('region', { name: stage.words('members', 'profile.parts.person') })
        .getByRole('button', { name: stage.words('members', 'profile.edit'), exact: true })
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
