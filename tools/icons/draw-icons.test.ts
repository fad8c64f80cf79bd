import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { root } from '#programs/base/run-program.ts';
import { drawIcons } from './draw-icons.ts';

const publicFile = (file: string) => fs.readFileSync(path.join(root, 'public', file));
const pixelsOf = (png: Buffer) => sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });

test('the icons in public are those that the drawing produces', async () => {
  const icons = await drawIcons();
  for (const [file, bytes] of icons) {
    if (!file.endsWith('.png')) continue;
    const [drawn, kept] = await Promise.all([pixelsOf(bytes), pixelsOf(publicFile(file))]);
    expect(kept.info, file).toEqual(drawn.info);
    // antialiasing may differ slightly between machines
    const differing = kept.data.filter((value, index) => Math.abs(value - (drawn.data[index] ?? 0)) > 24).length;
    expect(differing / kept.data.length, file).toBeLessThan(0.002);
  }
  const ico = publicFile('favicon.ico');
  expect(ico.length).toBeGreaterThan(500);
  expect([ico.readUInt16LE(0), ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([0, 1, 3]);
  const [size, length, offset] = [ico.readUInt8(22), ico.readUInt32LE(30), ico.readUInt32LE(34)];
  expect((await sharp(ico.subarray(offset, offset + length)).metadata()).width).toBe(size);
});

test('the manifest names existing icons, with their actual sizes', async () => {
  const { icons } = JSON.parse(publicFile('manifest.webmanifest').toString());
  expect(icons).toHaveLength(3);
  for (const { src, sizes } of icons) {
    const { width, height, hasAlpha } = await sharp(publicFile(src.slice(1))).metadata();
    expect(`${width}x${height}`, src).toBe(sizes);
    expect(hasAlpha, src).toBeDefined();
  }
});

test('a maskable icon loses nothing at its edges, and neither it nor Apple’s has transparency', async () => {
  for (const file of ['icon-maskable-512.png', 'apple-touch-icon.png']) {
    const { data, info } = await pixelsOf(publicFile(file));
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
    const last = info.width - 1;
    for (const corner of [at(0, 0), at(last, 0), at(0, last), at(last, last)])
      expect(corner, file).toEqual([15, 92, 92, 255]);
  }
});
