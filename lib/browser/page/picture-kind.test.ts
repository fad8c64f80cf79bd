import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawPortrait } from '#lib/server/photos/draw-portrait.ts';
import { readPictureKind } from './picture-kind.ts';

const plain = sharp({ create: { width: 120, height: 120, channels: 3, background: 'red' } });
const frames = Buffer.alloc(120 * 240 * 3, 1);
for (let index = 0; index < 120 * 120 * 3; index += 1) frames[index] = 200;
const moving = sharp(frames, { raw: { width: 120, height: 240, channels: 3, pageHeight: 120 } });
/** A PNG with an animation chunk before its image data. */
const movingPng = async () => {
  const png = await plain.clone().png().toBuffer();
  const at = png.indexOf('IDAT') - 4;
  const chunk = Buffer.from([0, 0, 0, 8, ...Buffer.from('acTL'), 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
  return Buffer.concat([png.subarray(0, at), chunk, png.subarray(at)]);
};

const cases: [string, () => Promise<Buffer> | Buffer, string][] = [
  ['a JPEG', () => plain.clone().jpeg().toBuffer(), 'picture'],
  ['a PNG', () => plain.clone().png().toBuffer(), 'picture'],
  ['a WebP', () => plain.clone().webp().toBuffer(), 'picture'],
  ['a WebP with transparency', () => plain.clone().ensureAlpha(0.5).webp().toBuffer(), 'picture'],
  [
    'a moving WebP',
    () =>
      moving
        .clone()
        .webp({ loop: 0, delay: [100, 100] })
        .toBuffer(),
    'animated',
  ],
  ['a GIF', () => plain.clone().gif().toBuffer(), 'animated'],
  ['a moving PNG', movingPng, 'animated'],
  ['a HEIC', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'heic'],
  ['an AVIF', () => plain.clone().avif({ effort: 0 }).toBuffer(), 'heic'],
  ['a PDF', () => Buffer.from('%PDF-1.7\n'), 'document'],
  ['a drawing', () => Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'), 'drawing'],
  ['a letter', () => Buffer.from('Dear Lena,'), 'notAPicture'],
  ['nothing', () => Buffer.alloc(0), 'notAPicture'],
];

describe.each(cases)('%s', (_, make, kind) => {
  test(`is detected as ${kind} before the upload, and by the server too`, async () => {
    const file = await make();
    expect(await readPictureKind(new Blob([new Uint8Array(file)]))).toBe(kind);
    const drawn = await drawPortrait(file, undefined);
    expect(typeof drawn === 'string' ? drawn : 'picture').toBe(kind);
  });
});
