import sharp from 'sharp';
import { expect, test } from 'vitest';
import { jpegOfScans } from '#shared/testing/jpeg-of-scans.ts';
import { hasTooManyScans } from './too-many-scans.ts';

const scan = Buffer.from([0xff, 0xda]);
const scans = Buffer.concat(Array(200).fill(scan));
const segment = (marker: number, content: Buffer) => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(content.length + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), length, content]);
};
const start = Buffer.from([0xff, 0xd8]);
const after = (...parts: Buffer[]) => Buffer.concat([start, ...parts]);

test.each([
  [100, false],
  [101, true],
])('of a JPEG of %i scans: %s', async (count, expected) => {
  const jpeg = await jpegOfScans(count);
  expect((await sharp(jpeg, { failOn: 'warning' }).stats()).channels).toHaveLength(3);
  expect(hasTooManyScans(jpeg)).toBe(expected);
});

test.each<[string, (jpeg: Buffer) => Buffer]>([
  ['in another picture within it, such as a thumbnail', (jpeg) => after(segment(0xe1, scans), jpeg.subarray(2))],
  ['in what follows its end, such as a film', (jpeg) => Buffer.concat([jpeg, scans])],
])('what looks like scans %s does not count', async (_, change) => {
  expect(hasTooManyScans(change(await jpegOfScans(3)))).toBe(false);
});

const header = segment(0xda, Buffer.from([1, 1, 0, 1, 63, 0]));
const headers = (count: number) => Buffer.concat(Array(count).fill(header));
test.each<[string, Buffer]>([
  ['fill bytes', Buffer.from([0xff, 0xff, 0xff])],
  ['bytes of data', Buffer.from([1, 2, 0xff, 0])],
  ['a restart', Buffer.from([0xff, 0xd3])],
  ['a marker that no decoder knows', Buffer.from([0xff, 0x02])],
  ['a segment of length 0', Buffer.from([0xff, 0xe1, 0, 0])],
  ['a comment', segment(0xfe, Buffer.from('text'))],
])('%s between scans does not hide them', (_, between) => {
  expect(hasTooManyScans(after(headers(60), between, headers(60)))).toBe(true);
  expect(hasTooManyScans(after(headers(50), between, headers(50)))).toBe(false);
});

test.each([
  start,
  after(Buffer.from([0xff])),
  after(scan),
  after(Buffer.from([0xff, 0xe1, 0xff, 0xff])),
  Buffer.alloc(0),
])('a file that ends early has none too many', (file) => {
  expect(hasTooManyScans(file)).toBe(false);
});

test('16 MB of fill bytes do not hide scans', () => {
  const fill = Buffer.alloc(16 * 1024 * 1024, 0xff);
  expect(hasTooManyScans(after(fill, headers(100)))).toBe(false);
  expect(hasTooManyScans(after(fill, headers(101)))).toBe(true);
});

/** Counts what is read of a file: its bytes, and calls of the methods of a buffer. */
function watched(file: Buffer) {
  const read = { bytes: 0, calls: 0 };
  const get = (target: Buffer, key: string | symbol) => {
    const value = Reflect.get(target, key);
    if (typeof value === 'number' && key !== 'length') read.bytes += 1;
    if (typeof value !== 'function') return value;
    read.calls += 1;
    return value.bind(target);
  };
  return { file: new Proxy(file, { get }), read };
}

test.each([
  ['fill bytes', [0xff]],
  ['bytes of data', [0xff, 0x00]],
  ['restarts', [0xff, 0xd0]],
  ['empty segments', [0xff, 0xe1, 0, 2]],
])('of a file of nothing but %s, each byte is read a few times, and no method is called for each', (_, content) => {
  const { file, read } = watched(after(Buffer.alloc(64 * 1024, Buffer.from(content))));
  expect(hasTooManyScans(file)).toBe(false);
  expect(read.calls).toBeLessThan(10);
  expect(read.bytes).toBeLessThan(3 * file.length);
});
