import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { framing } from './framing.ts';

/** As PostgreSQL writes a record: quoted where it must be, and where text is empty; null is nothing. */
const record = (fields: readonly (string | null)[]) =>
  `${fields.map((field) => (field === '' || /[",\n\r]/.test(field ?? '') ? `"${field?.replaceAll('"', '""')}"` : field)).join(',')}\n`;

/** The text in pieces, as a socket may deliver it. */
async function* inPieces(text: string, lengths: readonly number[]) {
  const bytes = Buffer.from(text);
  let place = 0;
  for (const length of [...lengths, bytes.length]) {
    yield bytes.subarray(place, place + length);
    place += length;
  }
}

async function framed(fileType: keyof typeof framing, text: string, lengths: readonly number[]): Promise<string> {
  return Buffer.concat(await Array.fromAsync(framing[fileType](inPieces(text, lengths)))).toString();
}

const field = fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', '=', '+', '-', '@', '\t', "'", 'a', 'é', '🏋️') });
const lengths = fc.array(fc.nat(7), { maxLength: 30 });
/** Null is told by two quotes, so that nothing at all is a mistake. */
const tellBareNothing = (text: string, { quoting }: { quoting: boolean }) => (text === '' && !quoting ? null : text);
const disarmed = (text: string | null) => (/^[=+\-@\t\r]/.test(text ?? '') ? `'${text}` : (text ?? ''));

test('CSV is read back as it was, formulas disarmed, wherever the pieces are cut', async () => {
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

test('lines of JSON that begin with commas become one array, wherever the pieces are cut', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ text: fc.string() })), lengths, async (items, cuts) => {
      const lines = items.map((item) => `,${JSON.stringify(item)}\n`).join('');
      expect(JSON.parse(await framed('JSON', lines, cuts))).toEqual(items);
    }),
  );
});
