import type { Page } from '@playwright/test';
import sharp from 'sharp';
import config from '#playwright.config.ts';
import type { Stack } from '#scripts/testing/stack.ts';
import { queryDatabase } from './databases.ts';
import { expectAccessible } from './expect-accessible.ts';
import { type Desk, expect, test, verdict } from './fixtures.ts';
import { pathHere } from './path-here.ts';

const launchOptions = config.use?.launchOptions;
// a camera that shows a test picture, and a person who allows it
const fakeCamera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
// the recorder of traces reads pictures of the page a second time, which the page's policy forbids it
const tracer = "Connecting to 'blob:";
test.use({
  launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), ...fakeCamera] },
  allowedConsoleError: new RegExp(tracer),
});

const photoSection = (page: Page) => page.getByRole('region', { name: 'Photo', exact: true });
const photo = (page: Page) => photoSection(page).getByRole('img', { name: 'Photo of this member' });
const dialog = (page: Page) => page.getByRole('dialog');
const confirmButton = (page: Page) => dialog(page).getByRole('button', { name: 'Use this photo' });

/** Red on the left, blue on the right; the noise makes it as large as a photo. */
async function twoHalves(width = 900, height = 600): Promise<Buffer> {
  const half = (r: number, b: number) => ({
    width: width / 2,
    height,
    channels: 3 as const,
    background: { r, g: 20, b },
  });
  const right = await sharp({ create: half(20, 220) })
    .png()
    .toBuffer();
  return sharp({ create: { ...half(220, 20), width } })
    .composite([{ input: right, left: width / 2, top: 0 }])
    .jpeg()
    .toBuffer();
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

async function choose(page: Page, name: string, buffer: Buffer, button = 'Choose a file', within = photoSection(page)) {
  const chooser = page.waitForEvent('filechooser');
  await within.getByRole('button', { name: button }).click();
  await (await chooser).setFiles({ name, mimeType: 'image/jpeg', buffer });
}

async function drop(page: Page, name: string, bytes: Buffer) {
  const data = await page.evaluateHandle(
    ([name, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], name));
      return transfer;
    },
    [name, bytes.toString('base64')] as const,
  );
  await photoSection(page).dispatchEvent('dragover', { dataTransfer: data });
  await expect(photoSection(page).getByText('Let go to use this photo')).toBeVisible();
  await photoSection(page).dispatchEvent('drop', { dataTransfer: data });
}

/** Whether the picture on the page is loaded and not the sign in its place. */
const isLoaded = async (page: Page) =>
  expect.poll(() => photo(page).evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);

/** What is of photos: the other sections of the page have tests of their own. */
async function expectPhotosAccessible(page: Page) {
  const isAsking = await dialog(page).isVisible();
  await expectAccessible(page, { within: isAsking ? '[role=dialog]' : 'section:has(img, video, input[type=file])' });
}

let accountId: string;
test.beforeEach(async ({ page, desk, stack }) => {
  await queryDatabase(stack, 'desk', [{ text: 'delete from photos' }]);
  await queryDatabase(stack, 'platform', [{ text: 'delete from account_images' }]);
  await desk.signIn(page);
  accountId = await openMember(page, desk, stack);
});

test('a photo is taken with the camera, seen wherever the member is, and removed everywhere', async ({
  page,
  desk,
  stack,
}) => {
  const { value, name } = desk.card('admitted');
  await photoSection(page).getByRole('button', { name: 'Take a photo' }).click();
  await expect(dialog(page).getByLabel('What the camera sees')).toBeVisible();
  const shutter = dialog(page).getByRole('button', { name: 'Take the photo' });
  await expect(shutter).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'Take it again' }).click();
  await shutter.click();
  await confirmButton(page).click();
  await expect(dialog(page)).toBeHidden();
  await isLoaded(page);
  expect(await platformPictures(stack)).toHaveLength(1);

  await page.getByRole('link', { name: 'Check-in' }).click();
  await expect(page.getByRole('searchbox', { name: 'Scan or search' })).toBeVisible();
  await desk.scan(page, value);
  await expect(verdict(page, 'admitted').locator('img')).toHaveAttribute('src', new RegExp(accountId));
  const inTheGym = page.getByRole('list', { name: 'In the gym' }).getByRole('listitem').filter({ hasText: name });
  await expect(inTheGym.locator('img')).toHaveAttribute('src', new RegExp(accountId));

  await page.goto(`/members/${accountId}`);
  await photoSection(page).getByRole('button', { name: 'Remove' }).click();
  await expect(dialog(page)).toContainText('It is removed here and in the member system.');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(photo(page)).toBeVisible();
  await photoSection(page).getByRole('button', { name: 'Remove' }).click();
  await dialog(page).getByRole('button', { name: 'Remove photo' }).click();
  await expect(photoSection(page).getByText('No photo yet.')).toBeVisible();
  expect(await platformPictures(stack)).toEqual([]);
  expect((await page.request.get(await pathHere(page, `/api/desk/photos/${accountId}`))).status()).toBe(404);
});

test('what is shown is chosen with the keyboard alone', async ({ page }) => {
  const chooser = page.waitForEvent('filechooser');
  await photoSection(page).getByRole('button', { name: 'Choose a file' }).focus();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({ name: 'lena.jpg', mimeType: 'image/jpeg', buffer: await twoHalves() });
  await expect(dialog(page).getByRole('region', { name: 'What is shown of the photo' })).toBeFocused();
  // as slowly as a person presses: signs in a burst are a card at the reader
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('+', { delay: 150 });
  for (let press = 0; press < 20; press += 1) await page.keyboard.press('ArrowLeft');
  await expect(dialog(page).getByRole('slider', { name: 'Zoom' })).not.toHaveValue('1');
  await confirmButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(photoSection(page).getByRole('button', { name: 'Choose a file' })).toBeFocused();
  await isLoaded(page);
  const kept = await (await page.request.get(await pathHere(page, `/api/desk/photos/${accountId}`))).body();
  const { channels } = await sharp(kept).stats();
  expect(channels.map(({ mean }) => Math.round(mean / 10) * 10)).toEqual([20, 20, 220]);
});

/** What a JPEG begins with, and no more. */
const jpegStart = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);

test('a file that is no photo is told as what it is before anything is sent, and the photo before stays', async ({
  page,
}) => {
  await drop(page, 'lena.jpg', await twoHalves());
  await confirmButton(page).click();
  await isLoaded(page);
  const before = await photo(page).getAttribute('src');
  const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(2_000)]);
  await drop(page, 'lena.heic', heic);
  await expect(dialog(page).getByRole('alert')).toContainText('HEIC or AVIF format');
  const next = (name: string, file: Buffer) => choose(page, name, file, 'Choose another file', dialog(page));
  const cases: [string, Buffer, string][] = [
    ['lena.jpg', Buffer.from('Dear Lena,'), 'This file is not a photo, despite its file name.'],
    ['card.pdf', Buffer.from('%PDF-1.7\n'), 'This is a PDF.'],
    ['lena.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>'), 'This is a drawing (SVG)'],
    ['lena.jpg', (await twoHalves()).subarray(0, 1_500), 'damaged or incomplete'],
    [
      'small.jpg',
      await sharp({ create: { width: 99, height: 400, channels: 3, background: 'red' } })
        .jpeg()
        .toBuffer(),
      'This photo is too small.',
    ],
    ['large.jpg', Buffer.concat([jpegStart, Buffer.alloc(16 * 1024 * 1024)]), 'larger than 16 MB'],
  ];
  for (const [name, file, sentence] of cases) {
    await next(name, file);
    // of a file that is cut off, the browser shows what there is: it is the desk that looks at all of it
    if (sentence.startsWith('damaged')) await confirmButton(page).click();
    await expect(dialog(page).getByRole('alert')).toContainText(sentence);
  }
  await expectPhotosAccessible(page);
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  expect(await photo(page).getAttribute('src')).toBe(before);
});

test('a large file is made smaller before it is sent, and how much is sent is shown', async ({ page, context }) => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const large = await sharp({ create: { width: 3_000, height: 3_000, channels: 3, background: 'red', noise } })
    .jpeg({ quality: 100 })
    .toBuffer();
  await choose(page, 'large.jpg', large);
  const network = await context.newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 50_000 };
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', slow);
  const upload = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/photos/'));
  await confirmButton(page).click();
  const bar = dialog(page).getByRole('progressbar', { name: 'Sending the photo' });
  await expect.poll(() => bar.evaluate((element) => (element as HTMLProgressElement).position)).toBeGreaterThan(0);
  await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
  await expect(dialog(page)).toBeHidden();
  const sent = Number(await (await upload).headerValue('content-length'));
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(large.length / 3);
  await isLoaded(page);
});

test('two fingers and the wheel bring the photo nearer', async ({ page, context }) => {
  await choose(page, 'lena.jpg', await twoHalves());
  const frame = dialog(page).getByRole('region', { name: 'What is shown of the photo' });
  const zoom = dialog(page).getByRole('slider', { name: 'Zoom' });
  await expect(zoom).toHaveValue('1');
  const box = await frame.boundingBox();
  if (!box) throw new Error('There is no frame.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const fingers = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
    fingers.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd'
          ? []
          : [
              { x: x - apart, y, id: 1 },
              { x: x + apart, y, id: 2 },
            ],
    });
  await touch('touchStart', 30);
  for (const apart of [40, 50, 60]) await touch('touchMove', apart);
  await touch('touchEnd', 0);
  await expect.poll(async () => Number(await zoom.inputValue())).toBeGreaterThan(1.5);
  const pinched = Number(await zoom.inputValue());
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -100);
  await expect.poll(async () => Number(await zoom.inputValue())).toBeGreaterThan(pinched);
});

test.describe('in an outage', () => {
  test.use({ allowedConsoleError: new RegExp(`${tracer}|Failed to load resource|ERR_`) });

  test('nothing is lost: the same photo is sent again', async ({ page, stack }) => {
    test.slow();
    await choose(page, 'lena.jpg', await twoHalves());
    await expect(confirmButton(page)).toBeVisible();
    await stack.killPlatform();
    await confirmButton(page).click();
    await expect(dialog(page).getByRole('alert')).toContainText('The member system cannot be reached.');
    await stack.startPlatform();
    await stack.killDesk();
    await confirmButton(page).click();
    await expect(dialog(page).getByRole('alert')).toContainText('Front Desk’s server does not answer.');
    await stack.startDesk();
    await confirmButton(page).click();
    await expect(dialog(page)).toBeHidden();
    await isLoaded(page);
  });
});

for (const [name, error, sentence] of [
  ['is not allowed', 'NotAllowedError', 'This browser is not allowed to use the camera.'],
  ['is used by another program', 'NotReadableError', 'The camera is used by another program.'],
  ['is not there', 'NotFoundError', 'No camera was found.'],
  ['is kept from an address without https', null, 'Browsers only allow the camera at secure addresses.'],
] as const) {
  test(`a camera that ${name} is told as that, and a file can be chosen instead`, async ({ page }) => {
    await page.evaluate((error) => {
      if (error === null) {
        Object.defineProperty(navigator, 'mediaDevices', { value: undefined });
        Object.defineProperty(window, 'isSecureContext', { value: false });
      } else {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', error));
      }
    }, error);
    await photoSection(page).getByRole('button', { name: 'Take a photo' }).click();
    await expect(dialog(page).getByRole('alert')).toContainText(sentence);
    await expectPhotosAccessible(page);
    await choose(page, 'lena.jpg', await twoHalves(), 'Choose a file', dialog(page));
    await confirmButton(page).click();
    await isLoaded(page);
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });

    test('axe finds nothing on the way to a photo', async ({ page }) => {
      await expectPhotosAccessible(page);
      await photoSection(page).getByRole('button', { name: 'Take a photo' }).click();
      const shutter = dialog(page).getByRole('button', { name: 'Take the photo' });
      await expect(shutter).toBeFocused();
      await expectPhotosAccessible(page);
      await shutter.click();
      await expect(confirmButton(page)).toBeVisible();
      await expectPhotosAccessible(page);
      await confirmButton(page).click();
      await isLoaded(page);
      await expectPhotosAccessible(page);
      await photoSection(page).getByRole('button', { name: 'Remove' }).click();
      await expect(dialog(page)).toBeVisible();
      await expectPhotosAccessible(page);
    });
  });
}

test('where pictures are expected, a scan says that one is missing and leads to where it is taken', async ({
  page,
  desk,
  stack,
}) => {
  await queryDatabase(stack, 'desk', [{ text: 'update locations set expects_photos = true' }]);
  try {
    await page.getByRole('link', { name: 'Check-in' }).click();
    await expect(page.getByRole('searchbox', { name: 'Scan or search' })).toBeVisible();
    await desk.scan(page, desk.card('admitted').value);
    await expect(verdict(page, 'attention')).toContainText('No photo of this member yet');
    await verdict(page, 'attention').getByRole('link', { name: 'take a photo' }).click();
    await expect(photoSection(page).getByText('No photo yet.')).toBeVisible();
  } finally {
    await queryDatabase(stack, 'desk', [{ text: 'update locations set expects_photos = false' }]);
  }
});
