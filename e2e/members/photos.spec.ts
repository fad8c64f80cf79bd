import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { queryDatabase } from '#e2e/base/databases.ts';
import { type Desk, expect, test, verdict } from '#e2e/base/fixtures.ts';
import { pathHere } from '#e2e/base/path-here.ts';
import config from '#playwright.config.ts';
import type { Stack } from '#tools/testing/stack.ts';

const launchOptions = config.use?.launchOptions;
// a camera with a test picture, and the permission to use it
const fakeCamera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
// the trace recorder reads pictures of the page a second time, which the page's policy forbids
const tracer = "Connecting to 'blob:";
test.use({
  launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), ...fakeCamera] },
  allowedConsoleError: new RegExp(tracer),
});

const photoSection = (page: Page) => page.getByRole('region', { name: 'Photo', exact: true });
const photo = (page: Page) => photoSection(page).getByRole('img', { name: 'Photo of this member' });
const dialog = (page: Page) => page.getByRole('dialog');
const confirmButton = (page: Page) => dialog(page).getByRole('button', { name: 'Use this photo' });

/**
 * Red on the left, blue on the right, in a large file that uploads slowly: data after the end marker of a JPEG is not
 * part of it.
 */
async function largeFile(): Promise<Buffer> {
  const [width, height] = [3_000, 2_000];
  const half = (r: number, b: number) => ({
    width: width / 2,
    height,
    channels: 3 as const,
    background: { r, g: 20, b },
  });
  const right = await sharp({ create: half(20, 220) })
    .png()
    .toBuffer();
  const picture = await sharp({ create: { ...half(220, 20), width } })
    .composite([{ input: right, left: width / 2, top: 0 }])
    .jpeg()
    .toBuffer();
  return Buffer.concat([picture, Buffer.alloc(3_000_000)]);
}

async function openMember(page: Page, desk: Desk, stack: Stack): Promise<string> {
  const { name } = desk.card('admitted');
  const text = `select account_id from chain_profiles where first_name || ' ' || last_name = $1`;
  const [found] = await queryDatabase<{ account_id: string }>(stack, 'platform', [{ text, values: [name] }]);
  if (!found) throw new Error(`The platform does not know ${name}.`);
  await page.goto(`/members/${found.account_id}`);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  return found.account_id;
}

const platformPictures = (stack: Stack) =>
  queryDatabase<{ content: Buffer }>(stack, 'platform', [{ text: 'select content from account_images' }]);

/** Whether the picture on the page is loaded, not its placeholder. */
const isLoaded = async (page: Page) =>
  expect.poll(() => photo(page).evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);

let accountId: string;
test.beforeEach(async ({ page, desk, stack }) => {
  await queryDatabase(stack, 'desk', [{ text: 'delete from photos' }]);
  await queryDatabase(stack, 'platform', [{ text: 'delete from account_images' }]);
  await desk.signIn(page);
  accountId = await openMember(page, desk, stack);
});

test('a missing photo is pointed out; a photo is taken with the camera, shown everywhere, and removed everywhere', async ({
  page,
  desk,
  stack,
}) => {
  const { value, name } = desk.card('admitted');
  const toCheckIn = async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Check-in', exact: true }).click();
    await expect(page.getByRole('searchbox', { name: 'Scan or search' })).toBeVisible();
    await desk.scan(page, value);
  };
  await queryDatabase(stack, 'desk', [{ text: 'update locations set expects_photos = true' }]);
  try {
    await toCheckIn();
    await expect(verdict(page, 'attention')).toContainText('No photo of this member yet');
    await verdict(page, 'attention').getByRole('link', { name: 'take a photo' }).click();
    await expect(photoSection(page).getByText('No photo yet.')).toBeVisible();
  } finally {
    await queryDatabase(stack, 'desk', [{ text: 'update locations set expects_photos = false' }]);
  }
  await photoSection(page).getByRole('button', { name: 'Take a photo' }).click();
  await expect(dialog(page).getByLabel('What the camera sees')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Take the photo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await confirmButton(page).click();
  await expect(dialog(page)).toBeHidden();
  await isLoaded(page);
  expect(await platformPictures(stack)).toHaveLength(1);

  await toCheckIn();
  await expect(verdict(page, 'admitted').locator('img')).toHaveAttribute('src', new RegExp(accountId));
  const inTheGym = page.getByRole('list', { name: 'In the gym' }).getByRole('listitem').filter({ hasText: name });
  await expect(inTheGym.locator('img')).toHaveAttribute('src', new RegExp(accountId));

  await page.goto(`/members/${accountId}`);
  await photoSection(page).getByRole('button', { name: 'Remove' }).click();
  await dialog(page).getByRole('button', { name: 'Remove photo' }).click();
  await expect(photoSection(page).getByText('No photo yet.')).toBeVisible();
  expect(await platformPictures(stack)).toEqual([]);
  expect((await page.request.get(await pathHere(page, `/api/desk/photos/${accountId}`))).status()).toBe(404);
});

test.describe('during an outage', () => {
  test.use({ allowedConsoleError: new RegExp(`${tracer}|Failed to load resource|ERR_`) });

  test('the crop chosen by keyboard is kept: a retry sends the same part, scaled down', async ({ page, stack }) => {
    test.slow();
    const large = await largeFile();
    const chooser = page.waitForEvent('filechooser');
    await photoSection(page).getByRole('button', { name: 'Choose a file' }).focus();
    await page.keyboard.press('Enter');
    await (await chooser).setFiles({ name: 'lena.jpg', mimeType: 'image/jpeg', buffer: large });
    await expect(dialog(page).getByRole('region', { name: 'What is shown of the photo' })).toBeFocused();
    // at a person's speed: keys in a burst would be a card
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('+', { delay: 150 });
    for (let press = 0; press < 20; press += 1) await page.keyboard.press('ArrowLeft');
    await expect(dialog(page).getByRole('slider', { name: 'Zoom' })).not.toHaveValue('1');
    await stack.killPlatform();
    await confirmButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('alert')).toContainText('The member system cannot be reached.');
    await stack.startPlatform();
    await stack.killDesk();
    await confirmButton(page).click();
    await expect(dialog(page).getByRole('alert')).toContainText('Front Desk’s server does not answer.');
    await stack.startDesk();
    const upload = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/photos/'));
    await confirmButton(page).click();
    const sent = Number(await (await upload).headerValue('content-length'));
    await expect(dialog(page)).toBeHidden();
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(large.length / 3);
    await isLoaded(page);
    const kept = await (await page.request.get(await pathHere(page, `/api/desk/photos/${accountId}`))).body();
    const { channels } = await sharp(kept).stats();
    expect(channels.map(({ mean }) => Math.round(mean / 10) * 10)).toEqual([20, 20, 220]);
  });
});
