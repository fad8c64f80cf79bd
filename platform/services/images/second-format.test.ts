import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { hasSecondFormat } from './second-format.ts';

const noise = Buffer.alloc(200_000, 7);
const inNoise = (text: string, position: number) => {
  const bytes = Buffer.from(noise);
  bytes.write(text, position, 'latin1');
  return bytes;
};

test.each([
  ['a script', '<SCRIPT>alert(1)</SCRIPT>', 100],
  ['a script across a boundary of the search', '<script>', 64 * 1024 - 4],
  ['a page', '<html>', 199_000],
  ['a document type', '<!DOCTYPE html>', 50_000],
  ['a drawing', '<svg onload=x>', 50_000],
  ['a server page', '<?php echo 1;', 50_000],
  ['a PDF', '%PDF-1.7', 600],
  ['a ZIP or a program in one', 'PK\x05\x06', 199_978],
  ['a ZIP with a long comment', 'PK\x05\x06', 140_000],
  ['a RAR', 'Rar!\x1a\x07', 3_000],
  ['a 7z', '7z\xbc\xaf\x27\x1c', 3_000],
])('%s inside a picture is detected', (_, text, position) => {
  expect(hasSecondFormat(inNoise(text, position))).toBe(true);
});

test.each([
  ['the video that phones append to a photo', '\0\0\0\x18ftypmp42', 150_000],
  ['the metadata that programs write', '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>', 400],
  ['the letters of PDF further in', '%PDF-1.7', 5_000],
  ['the end of a ZIP too far from the end', 'PK\x05\x06', 1_000],
])('%s is no second format', (_, text, position) => {
  expect(hasSecondFormat(inNoise(text, position))).toBe(false);
});

test('random bytes are not mistaken for a second format', () => {
  expect(hasSecondFormat(randomBytes(1024 * 1024))).toBe(false);
});
