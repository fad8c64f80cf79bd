import { afterEach, expect, test, vi } from 'vitest';
import { cdp, type Locator, page, userEvent } from 'vitest/browser';
import { here } from '#app/_testing/at-counter.tsx';
import { colourOf, giveCamera, twoHalves } from '#app/_testing/pictures.ts';
import { takeUploads } from '#app/_testing/uploads.ts';
import { removePhoto } from '#app/g/[gym]/(desk)/members/[accountId]/photo-actions.ts';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import type { ActionErrorCode } from '#lib/wire/action-result.ts';
import type { PhotoRefusal } from '#lib/wire/photos.ts';
import { PhotoSection } from './photo-section.tsx';

const section = page.getByRole('region', { name: 'Photo', exact: true });
const photo = section.getByRole('img', { name: 'Photo of this member' });
const dialog = page.getByRole('dialog');
const useIt = dialog.getByRole('button', { name: 'Use this photo' });
const frame = dialog.getByRole('region', { name: 'What is shown of the photo' });
const zoom = dialog.getByRole('slider', { name: 'Zoom' });
const alert = dialog.getByRole('alert');

afterEach(() => {
  delete document.documentElement.dataset.theme;
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

async function openPhoto({ hasPhoto = false } = {}) {
  const photoUrl = URL.createObjectURL(await twoHalves());
  startFakeDesk({ '/api/desk/photos/a/about': { photoUrl: hasPhoto ? photoUrl : null } });
  const uploads = takeUploads();
  await openScreen(<PhotoSection accountId="a" locationId={here} timeZone="Europe/Berlin" mayEdit />);
  await section.getByRole('button', { name: hasPhoto ? 'Change photo' : 'Add photo' }).click();
  if (hasPhoto) await expectLoaded();
  else await expect.element(section).toHaveTextContent('No photo yet.');
  return {
    photoUrl,
    uploads,
    /** The upload with this number, once it has started. */
    upload: async (number: number) => {
      await expect.poll(() => uploads.length).toBe(number);
      const upload = uploads[number - 1];
      if (!upload) throw new Error('Nothing is sent.');
      return upload;
    },
    kept: { ok: true, value: { kind: 'kept', photoUrl } } as const,
  };
}

const expectLoaded = () => expect.poll(() => (photo.element() as HTMLImageElement).naturalWidth).toBeGreaterThan(0);
const refused = (because: PhotoRefusal) => ({ ok: true, value: { kind: 'refused', because } }) as const;
const failed = (code: ActionErrorCode) =>
  ({ ok: false, error: { code, message: '', requestId: 'r', retryable: true } }) as const;

/** Calls `press`, which opens a file chooser, and chooses this file. */
async function choose(file: File, within: Locator, press: (button: Locator) => Promise<void>, name = 'Choose a file') {
  const button = within.getByRole('button', { name });
  await expect.element(button).toBeVisible();
  const input = within.element().querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('No file is asked for.');
  const asked = new Promise<void>((resolve) => {
    const answer = (event: Event) => {
      event.preventDefault();
      resolve();
    };
    input.addEventListener('click', answer, { once: true });
  });
  await press(button);
  await asked;
  const transfer = new DataTransfer();
  transfer.items.add(file);
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}
const click = (button: Locator) => button.click();

async function drop(file: File) {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file);
  const options = { dataTransfer, bubbles: true, cancelable: true };
  section.element().dispatchEvent(new DragEvent('dragover', options));
  await expect.element(section.getByText('Let go to use this photo')).toBeVisible();
  section.element().dispatchEvent(new DragEvent('drop', options));
}

test.each(['light', 'dark'])('a photo is taken with the camera and removed, in %s colours', async (theme) => {
  document.documentElement.dataset.theme = theme;
  giveCamera();
  const { upload, kept } = await openPhoto();
  await expectAccessible();
  await section.getByRole('button', { name: 'Take a photo' }).click();
  await expect.element(dialog.getByLabelText('What the camera sees')).toBeVisible();
  const shutter = dialog.getByRole('button', { name: 'Take the photo' });
  await expect.element(shutter).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await dialog.getByRole('button', { name: 'Take it again' }).click();
  await shutter.click();
  await expect.element(useIt).toBeVisible();
  await expectAccessible();
  await useIt.click();
  (await upload(1)).answer(kept);
  await expect.element(dialog).not.toBeInTheDocument();
  await expectLoaded();
  await expectAccessible();

  await section.getByRole('button', { name: 'Remove' }).click();
  await expect.element(dialog).toHaveTextContent('It is removed here and in the member system.');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(photo).toBeVisible();
  expect(removePhoto).not.toHaveBeenCalled();
  await section.getByRole('button', { name: 'Remove' }).click();
  vi.mocked(removePhoto).mockResolvedValue({ ok: true, value: null });
  await dialog.getByRole('button', { name: 'Remove photo' }).click();
  await expect.element(section.getByText('No photo yet.')).toBeVisible();
  expect(vi.mocked(removePhoto).mock.calls).toEqual([[{ locationId: here, accountId: 'a' }]]);
});

test('the crop is chosen by keyboard', async () => {
  const { upload, kept } = await openPhoto();
  await choose(await twoHalves(), section, async (button) => {
    button.element().focus();
    await userEvent.keyboard('{Enter}');
  });
  await expect.element(frame).toHaveFocus();
  await expect.element(zoom).toHaveValue('1');
  await userEvent.keyboard('++++');
  await userEvent.keyboard('{ArrowLeft>20/}');
  await expect.element(zoom).not.toHaveValue('1');
  useIt.element().focus();
  await userEvent.keyboard('{Enter}');
  const { method, url, contentType, answer } = await upload(1);
  // what the route takes
  expect([method, url.pathname, contentType]).toEqual(['POST', '/api/desk/photos/a', 'application/octet-stream']);
  // the picture was moved left as far as possible: its right edge is visible
  const { x, size } = Object.fromEntries([...url.searchParams].map(([name, value]) => [name, Number(value)]));
  expect((x ?? 0) * 900 + (size ?? 0) * 600).toBeCloseTo(900);
  expect(size).toBeCloseTo(1 / 1.1 ** 4);
  answer(kept);
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(section.getByRole('button', { name: 'Choose a file' })).toHaveFocus();
  await expectLoaded();
});

test('a large file is scaled down before the upload, which shows its progress', async () => {
  const { upload, kept } = await openPhoto();
  const large = await twoHalves({ width: 3_000, height: 2_000, padding: 3_000_000 });
  await choose(large, section, click);
  await expect.element(frame).toHaveFocus();
  await userEvent.keyboard('++++++{ArrowLeft>30/}');
  await useIt.click();
  const { file, progress, answer } = await upload(1);
  expect(file.size).toBeLessThan(large.size / 3);
  expect(await colourOf(file)).toEqual([20, 20, 220]);
  const bar = dialog.getByRole('progressbar', { name: 'Sending the photo' });
  progress(0.25);
  await expect.poll(() => (bar.element() as HTMLProgressElement).position).toBe(0.25);
  await expectAccessible();
  progress(1);
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Saving the photo');
  answer(kept);
  await expect.element(dialog).not.toBeInTheDocument();
  await expectLoaded();
});

test('a large uncropped file is scaled down to the largest useful size', async () => {
  const { upload, kept } = await openPhoto();
  await choose(await twoHalves({ width: 3_000, height: 2_000, padding: 3_000_000 }), section, click);
  await expect.element(frame).toHaveFocus();
  await useIt.click();
  const { file, answer } = await upload(1);
  const { width, height } = await createImageBitmap(file);
  expect([width, height]).toEqual([1_536, 1_536]);
  answer(kept);
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a photo whose dialog is closed while it is scaled down is not sent', async () => {
  const { upload } = await openPhoto();
  const [large, other] = [await twoHalves({ width: 3_000, height: 2_000, padding: 3_000_000 }), await twoHalves()];
  await choose(large, section, click);
  await expect.element(frame).toHaveFocus();
  const toBlob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(() => {});
  await useIt.click();
  await expect.poll(() => toBlob.mock.calls.length).toBe(1);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  toBlob.mock.lastCall?.[0](large);
  toBlob.mockRestore();
  await choose(other, section, click);
  await useIt.click();
  expect((await upload(1)).file).toBe(other);
});

/** Closes the dialog of a photo that is sent, but not answered yet. */
async function closeAfterSending({ progress }: { progress(part: number): void }) {
  progress(1);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
}

test('the late answer to a photo whose dialog was closed leaves the next dialog open', async () => {
  const { upload, kept } = await openPhoto();
  const other = await twoHalves();
  await choose(await twoHalves(), section, click);
  await useIt.click();
  const sent = await upload(1);
  await closeAfterSending(sent);
  await choose(other, section, click);
  await expect.element(frame).toBeVisible();
  sent.answer(kept);
  await expect.element(page.getByText('Photo saved')).toBeVisible();
  await expect.element(frame).toBeVisible();
  await useIt.click();
  expect((await upload(2)).file).toBe(other);
});

test.each([
  ['failure', failed('platformUnavailable'), 'The member system cannot be reached.'],
  ['refusal', refused('broken'), 'This file is damaged or incomplete.'],
])('the late %s of a photo whose dialog was closed is said on the page', async (_, answer, sentence) => {
  const { upload } = await openPhoto();
  await choose(await twoHalves(), section, click);
  await useIt.click();
  const sent = await upload(1);
  await closeAfterSending(sent);
  sent.answer(answer);
  await expect.element(page.getByText(sentence)).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a dialog that is closed stops the upload; of one that the desk already has, it is said that it is saved', async () => {
  const { upload, kept } = await openPhoto();
  await choose(await twoHalves(), section, click);
  await useIt.click();
  const stopped = await upload(1);
  stopped.progress(0.5);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  stopped.answer(kept);
  await expect.element(section).toHaveTextContent('No photo yet.');
  await choose(await twoHalves(), section, click);
  await useIt.click();
  const sent = await upload(2);
  await closeAfterSending(sent);
  sent.answer(kept);
  await expect.element(page.getByText('Photo saved')).toBeVisible();
  await expectLoaded();
});

test('a file that is no photo is refused before the upload, and the previous photo stays', async () => {
  const { photoUrl, uploads, upload } = await openPhoto({ hasPhoto: true });
  const heic = `\0\0\0\x18ftypheic\0\0\0\0mif1heic${'\0'.repeat(2_000)}`;
  await drop(new File([heic], 'lena.heic'));
  await expect.element(alert).toHaveTextContent('HEIC or AVIF format');
  const jpegStart = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
  const cases: [string, File][] = [
    ['This file is not a photo, despite its file name.', new File(['Dear Lena,'], 'lena.jpg')],
    ['This is a PDF.', new File(['%PDF-1.7\n'], 'card.pdf')],
    ['This is a drawing (SVG)', new File(['<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>'], 'lena.svg')],
    ['This photo is too small.', await twoHalves({ width: 99, height: 400, name: 'small.jpg' })],
    ['larger than 16 MB', new File([jpegStart, new Uint8Array(16 * 1024 * 1024)], 'large.jpg')],
  ];
  for (const [sentence, file] of cases) {
    await choose(file, dialog, click, 'Choose another file');
    await expect.element(alert).toHaveTextContent(sentence);
  }
  await expectAccessible();
  expect(uploads).toEqual([]);

  // formats that the browser cannot show, or only in part, are checked by the desk
  await choose(new File([jpegStart, 'cut off'], 'lena.jpg'), dialog, click, 'Choose another file');
  (await upload(1)).answer(refused('broken'));
  await expect.element(alert).toHaveTextContent('damaged or incomplete');
  await choose(await twoHalves(), dialog, click, 'Choose another file');
  await useIt.click();
  (await upload(2)).answer(refused('broken'));
  await expect.element(alert).toHaveTextContent('damaged or incomplete');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(photo).toHaveAttribute('src', photoUrl);
});

test('pinch and wheel zoom the photo', async () => {
  await openPhoto();
  await choose(await twoHalves(), section, click);
  await expect.element(zoom).toHaveValue('1');
  const box = frame.element().getBoundingClientRect();
  // the page under test is a frame, which may be scaled down
  const outer = window.frameElement?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight);
  const scale = outer.width / innerWidth;
  const [x, y] = [outer.x + (box.x + box.width / 2) * scale, outer.y + (box.y + box.height / 2) * scale];
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) => {
    const fingers = [-1, 1].map((side) => ({ x: x + side * (apart ?? 0), y, id: side + 2 }));
    return cdp().send('Input.dispatchTouchEvent', { type, touchPoints: apart === undefined ? [] : fingers });
  };
  await touch('touchStart', 30);
  for (const apart of [40, 50, 60]) await touch('touchMove', apart);
  await touch('touchEnd');
  const zoomed = () => Number((zoom.element() as HTMLInputElement).value);
  await expect.poll(zoomed).toBeGreaterThan(1.5);
  const pinched = zoomed();
  await userEvent.wheel(frame, { delta: { y: -100 } });
  await expect.poll(zoomed).toBeGreaterThan(pinched);
});

test('after an outage the same part of the same photo can be sent again', async () => {
  const { uploads, upload, kept } = await openPhoto();
  await choose(await twoHalves(), section, click);
  await expect.element(frame).toHaveFocus();
  await userEvent.keyboard('++++{ArrowLeft>20/}');
  await expect.element(zoom).not.toHaveValue('1');
  await useIt.click();
  (await upload(1)).answer(failed('platformUnavailable'));
  await expect.element(alert).toHaveTextContent('The member system cannot be reached.');
  await expect.element(useIt).toHaveFocus();
  await useIt.click();
  (await upload(2)).fail();
  await expect.element(alert).toHaveTextContent('Front Desk’s server does not answer.');
  await useIt.click();
  (await upload(3)).answer(kept);
  await expect.element(dialog).not.toBeInTheDocument();
  await expectLoaded();
  const [first, ...others] = uploads.map(({ file, url }) => ({ file, url: url.href }));
  expect(others).toEqual([first, first]);
});

test.each([
  ['is not allowed', 'NotAllowedError', 'This browser is not allowed to use the camera.'],
  ['is used by another program', 'NotReadableError', 'The camera is used by another program.'],
  ['is not there', 'NotFoundError', 'No camera was found.'],
  ['is kept from an address without https', null, 'Browsers only allow the camera at secure addresses.'],
])('a camera that %s is reported, and a file can be chosen instead', async (_, error, sentence) => {
  if (error === null) {
    Object.defineProperty(navigator, 'mediaDevices', { value: undefined, configurable: true });
    vi.stubGlobal('isSecureContext', false);
  } else {
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('', error));
  }
  const { upload, kept } = await openPhoto();
  await section.getByRole('button', { name: 'Take a photo' }).click();
  await expect.element(alert).toHaveTextContent(sentence);
  await expectAccessible();
  await choose(await twoHalves(), dialog, click);
  await useIt.click();
  (await upload(1)).answer(kept);
  await expectLoaded();
});
