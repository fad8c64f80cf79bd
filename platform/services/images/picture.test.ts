import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { PlatformError } from '#platform/base/errors.ts';
import { readPicture } from './picture.ts';

const upload = () =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();

test('a broken picture is refused', async () => {
  const file = await upload();
  await expect(readPicture(file.subarray(0, 400))).rejects.toThrow(PlatformError);
});

test('a picture that the machine was too slow for is an error of the platform, and no refusal', async () => {
  const file = await upload();
  const toBuffer = vi.spyOn(sharp.prototype, 'toBuffer').mockRejectedValue(new Error('timeout: 19% complete'));
  onTestFinished(() => toBuffer.mockRestore());
  const error = await readPicture(file).catch((thrown: unknown) => thrown);
  expect(error).not.toBeInstanceOf(PlatformError);
  expect(error).toMatchObject({ message: 'timeout: 19% complete' });
});
