import sharp, { type SharpOptions } from 'sharp';
import { expect, test } from 'vitest';
import { isPictureFault } from './is-picture-fault.ts';

const picture = () =>
  sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
const errorOf = (file: Buffer, options: SharpOptions = {}) =>
  sharp(file, { failOn: 'truncated', ...options })
    .resize(20, 20)
    .jpeg()
    .toBuffer()
    .then(() => null)
    .catch((error: unknown) => error);

test.each(['jpeg', 'png', 'webp'] as const)('a %s that is broken or too large is at fault', async (format) => {
  const whole = await picture().toFormat(format).toBuffer();
  expect(await errorOf(whole)).toBeNull();
  for (const length of [12, 25, 100, Math.floor(whole.length / 2)]) {
    const error = await errorOf(whole.subarray(0, length));
    expect(isPictureFault(error), `${length} bytes: ${error}`).toBe(true);
  }
  expect(isPictureFault(await errorOf(whole, { limitInputPixels: 100 }))).toBe(true);
  expect(isPictureFault(await errorOf(Buffer.concat([whole.subarray(0, 60), Buffer.alloc(2_000, 7)])))).toBe(true);
});

test.each([
  'timeout: 19% complete\nVipsImage: killed for image "temp-121"\nvips2png: unable to write to target target',
  'timeout: 3% complete\nVipsJpeg: premature end of JPEG image',
  'VipsJpeg: out of memory --- size == 48MB',
  'vips_tracked: out of memory --- size == 2GB',
  'GThreadPool: Resource temporarily unavailable',
])('what the machine could not do is no fault of the picture: %s', (message) => {
  expect(isPictureFault(new Error(message))).toBe(false);
});
