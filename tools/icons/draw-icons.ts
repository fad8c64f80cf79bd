import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { root } from '#programs/base/run-program.ts';

const icoSizes = [16, 32, 48];
/** Systems crop a maskable icon to their own shape: only the central circle with 80 % of the width is safe. */
const maskableScale = 0.75;

/** Every icon of the desk as a file of `public`, rendered from `app/icon.svg`. */
export async function drawIcons(): Promise<Map<string, Buffer>> {
  const drawing = fs.readFileSync(path.join(root, 'app', 'icon.svg'), 'utf8');
  const [apple, maskable] = [withoutCorners(drawing), withoutCorners(smaller(drawing))];
  return new Map([
    ['icon-192.png', await draw(drawing, 192)],
    ['icon-512.png', await draw(drawing, 512)],
    ['icon-maskable-512.png', await draw(maskable, 512)],
    ['apple-touch-icon.png', await draw(apple, 180)],
    ['favicon.ico', icoOf(await Promise.all(icoSizes.map(async (size) => ({ size, png: await draw(drawing, size) }))))],
  ]);
}

const draw = (svg: string, size: number): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer();

const withoutCorners = (svg: string) => replaceOnce(svg, / rx="8"/, '');
const smaller = (svg: string) =>
  replaceOnce(svg, /<path /, `<path transform="translate(16 16) scale(${maskableScale}) translate(-16 -16)" `);

function replaceOnce(text: string, part: RegExp, by: string): string {
  if (!part.test(text)) throw new Error(`app/icon.svg has no ${part.source} any more.`);
  return text.replace(part, by);
}

/**
 * An ICO file with several PNGs, supported by all browsers since 2010: a header of 6 bytes, 16 for each image, then the
 * images.
 */
function icoOf(pictures: readonly { size: number; png: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const at = 6 + 16 * index;
    header.writeUInt8(size, at);
    header.writeUInt8(size, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(png.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}
