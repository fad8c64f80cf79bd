import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { framing } from './framing.ts';

/** A record as PostgreSQL writes it: quoted if necessary and if the text is empty; null is nothing. */
const record = (fields: readonly (string | null)[]) =>
  `${fields.map((field) => (field === '' || /[",\n\r]/.test(field ?? '') ? `"${field?.replaceAll('"', '""')}"` : field)).join(',')}\n`;

/** A record as PostgreSQL writes it in the format close to JSON. */
const nearlyJson = (fields: readonly (string | boolean | null)[]) =>
  `${fields
    .map((field) => (typeof field === 'string' ? `"${field.replaceAll(/["\\]/g, '\\$&')}"` : field))
    .map(String)
    .join(',')}\n`;

/** The text in chunks, as a socket may deliver it. */
async function* inPieces(text: string, lengths: readonly number[]) {
  const bytes = Buffer.from(text);
  let place = 0;
  for (const length of [...lengths, bytes.length]) {
    yield bytes.subarray(place, place + length);
    place += length;
  }
}

async function framed(fileType: keyof typeof framing, text: string, lengths: readonly number[]): Promise<string> {
  return Buffer.concat(await Array.fromAsync(framing[fileType](inPieces(text, lengths), ['a', '"b"', 'c']))).toString();
}

const field = fc.string({ unit: fc.constantFrom(...'",\\\n\r=+-@\t\v\u0001\'aé＝＋－＠ｱ', '🏋️') });
const lengths = fc.array(fc.nat(7), { maxLength: 30 });
/** Null must be two quotes, so an unquoted empty field is an error. */
const tellBareNothing = (text: string, { quoting }: { quoting: boolean }) => (text === '' && !quoting ? null : text);
const disarmed = (text: string | null) => (/^[=+\-@\t\r\n\uf000-\uffff]/.test(text ?? '') ? `'${text}` : (text ?? ''));

test('CSV can be read back unchanged, except for neutralized formulas, however the chunks are split', async () => {
  const records = fc.array(fc.tuple(fc.option(field), fc.option(field), fc.option(field)), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(records, lengths, async (rows, cuts) => {
      const csv = await framed('CSV', rows.map(record).join(''), cuts);
      expect(parse(csv, { record_delimiter: '\r\n', cast: tellBareNothing })).toEqual(
        rows.map((row) => row.map(disarmed)),
      );
    }),
  );
});

test.each(['JSON', 'JSONL'] as const)(
  '%s can be read back unchanged, however the chunks are split',
  async (fileType) => {
    const records = fc.array(fc.tuple(fc.option(field), fc.option(fc.boolean()), fc.option(field)), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(records, lengths, async (rows, cuts) => {
        const text = await framed(fileType, rows.map(nearlyJson).join(''), cuts);
        const lines = text.split('\n').slice(0, -1);
        const items = fileType === 'JSON' ? JSON.parse(text) : lines.map((line) => JSON.parse(line));
        expect(items).toEqual(rows.map(([a, b, c]) => ({ a, '"b"': b, c })));
      }),
    );
  },
);

test('a long file is passed on in few chunks, none of them large', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => [`${index}`, null, 'a, b'.repeat(index % 20)]);
  const text = rows.map(record).join('');
  const pieces = await Array.fromAsync(framing.CSV(inPieces(text, Array(text.length >> 13).fill(8192)), []));
  expect(parse(Buffer.concat(pieces))).toEqual(rows.map((row) => row.map(disarmed)));
  expect(pieces.length).toBeLessThan(text.length / 200_000);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(256 * 1024);
});
