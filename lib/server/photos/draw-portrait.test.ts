import sharp from 'sharp';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { jpegOfScans } from '#shared/testing/jpeg-of-scans.ts';
import { drawPortrait, type Portrait } from './draw-portrait.ts';

const red = { r: 220, g: 20, b: 20 };
const blue = { r: 20, g: 20, b: 220 };

const plain = (width: number, height: number, background = red) =>
  sharp({ create: { width, height, channels: 3, background } });

/** Red on the left, blue on the right. */
const twoHalves = async (width: number, height: number) =>
  plain(width, height).composite([
    {
      input: await plain(width / 2, height, blue)
        .png()
        .toBuffer(),
      left: width / 2,
      top: 0,
    },
  ]);

async function draw(file: Buffer, crop?: { x: number; y: number; size: number }): Promise<Portrait> {
  const drawn = await drawPortrait(file, crop);
  if (typeof drawn === 'string') throw new Error(`The picture was refused: ${drawn}.`);
  return drawn;
}

async function colourAt(picture: Buffer, x: number, y: number): Promise<'red' | 'blue' | 'white' | 'other'> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
  const is = (value: number, wanted: number) => Math.abs(value - wanted) < 50;
  if (is(r, 220) && is(g, 20) && is(b, 20)) return 'red';
  if (is(r, 20) && is(g, 20) && is(b, 220)) return 'blue';
  return r > 230 && g > 230 && b > 230 ? 'white' : 'other';
}

describe('a portrait', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('of a %s is a JPEG for the platform and a small WebP', async (format) => {
    const { large, small } = await draw(await plain(1_600, 1_200).toFormat(format).toBuffer());
    expect(await sharp(large).metadata()).toMatchObject({ format: 'jpeg', width: 1_024, height: 1_024 });
    expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 416, height: 416 });
  });

  test('is never enlarged', async () => {
    const { large, small } = await draw(await plain(300, 200).jpeg().toBuffer());
    expect(await sharp(large).metadata()).toMatchObject({ width: 200, height: 200 });
    expect(await sharp(small).metadata()).toMatchObject({ width: 200, height: 200 });
  });

  test('has no metadata of place and camera', async () => {
    const file = await plain(600, 600)
      .withExif({ IFD0: { Make: 'CameraOfLena', Copyright: 'Lena Vogt' }, IFD3: { GPSLatitude: '48/1 8/1 0/1' } })
      .jpeg()
      .toBuffer();
    expect(file.includes('CameraOfLena')).toBe(true);
    const { large, small } = await draw(file);
    for (const picture of [large, small]) {
      expect(picture.includes('CameraOfLena')).toBe(false);
      expect((await sharp(picture).metadata()).exif).toBeUndefined();
    }
  });

  test('shows the square that was chosen', async () => {
    const file = await (await twoHalves(1_000, 500)).jpeg().toBuffer();
    const left = await draw(file, { x: 0, y: 0, size: 1 });
    const right = await draw(file, { x: 0.5, y: 0, size: 1 });
    const corner = await draw(file, { x: 0.4, y: 0.2, size: 0.4 });
    expect(await colourAt(left.large, 0.9, 0.5)).toBe('red');
    expect(await colourAt(right.large, 0.1, 0.5)).toBe('blue');
    expect(await colourAt(corner.large, 0.25, 0.5)).toBe('red');
    expect(await colourAt(corner.large, 0.75, 0.5)).toBe('blue');
  });

  test('shows the middle if no square was chosen, and moves a square over the edge inwards', async () => {
    const file = await (await twoHalves(1_000, 500)).jpeg().toBuffer();
    const middle = await draw(file);
    expect(await colourAt(middle.large, 0.25, 0.5)).toBe('red');
    expect(await colourAt(middle.large, 0.75, 0.5)).toBe('blue');
    const over = await draw(file, { x: 0.9, y: 0.9, size: 1 });
    expect(await colourAt(over.large, 0.1, 0.5)).toBe('blue');
  });

  test('is upright, and its square is relative to the upright picture', async () => {
    // taken sideways: the left of the file is the top of the picture
    const file = await (await twoHalves(1_000, 600)).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const top = await draw(file, { x: 0, y: 0, size: 1 });
    const bottom = await draw(file, { x: 0, y: 0.4, size: 1 });
    expect(await sharp(top.large).metadata()).toMatchObject({ width: 600, height: 600 });
    expect(await colourAt(top.large, 0.5, 0.1)).toBe('red');
    expect(await colourAt(top.large, 0.5, 0.95)).toBe('blue');
    expect(await colourAt(bottom.large, 0.5, 0.3)).toBe('blue');
  });

  test('is white where the picture was transparent', async () => {
    const background = { r: 0, g: 0, b: 0, alpha: 0 };
    const file = await sharp({ create: { width: 300, height: 300, channels: 4, background } })
      .png()
      .toBuffer();
    expect(await colourAt((await draw(file)).large, 0.5, 0.5)).toBe('white');
  });

  test('is drawn with at most one other at a time, however many are uploaded, and even after one that failed', async () => {
    const file = await plain(1_600, 1_200).jpeg().toBuffer();
    let most = 0;
    const running = () => {
      const { queue, process } = sharp.counters();
      return queue + process;
    };
    // one that leaves the queue between the two reads is counted twice
    const count = () => {
      most = Math.max(most, Math.min(running(), running(), running()));
    };
    sharp.queue.on('change', count);
    const sent = [file, file.subarray(0, 200), file, file, file.subarray(0, 200), file, file, file];
    const drawn = await Promise.all(sent.map((one) => drawPortrait(one, undefined)));
    sharp.queue.off('change', count);
    expect(most).toBe(2);
    expect(drawn.map((one) => typeof one === 'string')).toEqual(sent.map((one) => one !== file));
  });

  test('of the busiest picture has at most 1 MB', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 80 } as const;
    const file = await sharp({ create: { width: 1_024, height: 1_024, channels: 3, background: red, noise } })
      .jpeg({ quality: 100 })
      .toBuffer();
    const { large, small } = await draw(file);
    expect(large.length).toBeLessThanOrEqual(1_000_000);
    expect(small.length).toBeLessThanOrEqual(200_000);
  });
});

describe('no portrait is drawn of', () => {
  const photo = () =>
    plain(800, 800)
      .composite([{ input: Buffer.from(dots), left: 0, top: 0 }])
      .jpeg()
      .toBuffer();
  const dots = `<svg width="800" height="800">${Array.from(
    { length: 400 },
    (_, i) => `<circle cx="${(i * 37) % 800}" cy="${(i * 91) % 800}" r="20" fill="#${(100 + i).toString(16)}" />`,
  ).join('')}</svg>`;
  const moving = (pages: number) =>
    Promise.all(
      Array.from({ length: pages }, (_, page) =>
        plain(200, 200, page % 2 ? red : blue)
          .png()
          .toBuffer(),
      ),
    ).then((frames) => sharp(frames, { join: { animated: true } }));
  const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(2_000)]);

  test.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ['an empty file', 'notAPicture', () => Buffer.alloc(0)],
    ['text with the name of a picture', 'notAPicture', () => Buffer.from('Dear Lena,\n'.repeat(99))],
    ['a video', 'notAPicture', () => Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')],
    ['a photo of an iPhone', 'heic', () => heic],
    ['an SVG', 'drawing', () => Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['an SVG without a declaration', 'drawing', () => Buffer.from('<svg width="9" height="9"></svg>')],
    ['a PDF', 'document', () => Buffer.from('%PDF-1.7\n%âãÏÓ\n')],
    ['an animated GIF', 'animated', async () => (await moving(3)).gif().toBuffer()],
    ['an animated WebP', 'animated', async () => (await moving(3)).webp().toBuffer()],
    ['a JPEG of more scans than any encoder makes', 'broken', () => jpegOfScans(101)],
    ['half a JPEG', 'broken', async () => (await photo()).subarray(0, 9_000)],
    ['the beginning of a JPEG', 'broken', async () => (await photo()).subarray(0, 300)],
    [
      'half a PNG',
      'broken',
      async () =>
        (
          await sharp(await photo())
            .png()
            .toBuffer()
        ).subarray(0, 9_000),
    ],
    [
      'a small file with very many pixels',
      'tooManyPixels',
      () => plain(7_100, 7_100).toColourspace('b-w').png({ compressionLevel: 1 }).toBuffer(),
    ],
    ['a picture that is too small', 'tooSmall', () => plain(40, 300).png().toBuffer()],
  ])('%s', async (_, because, file) => {
    expect(await drawPortrait(await file(), undefined)).toBe(because);
  });

  test('a square that is too small', async () => {
    const file = await plain(800, 800).jpeg().toBuffer();
    expect(await drawPortrait(file, { x: 0, y: 0, size: 0.1 })).toBe('tooSmall');
  });
});

test('a picture that the machine was too slow for is not called broken', async () => {
  const file = await plain(800, 800).jpeg().toBuffer();
  const toBuffer = vi.spyOn(sharp.prototype, 'toBuffer').mockRejectedValue(new Error('timeout: 19% complete'));
  onTestFinished(() => toBuffer.mockRestore());
  await expect(drawPortrait(file, undefined)).rejects.toThrow('timeout');
});
