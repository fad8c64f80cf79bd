import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mostIds } from '#lib/wire/migration.ts';
import { type IdLine, readIdFile } from './read-id-file.ts';

const read = (text: string) => readIdFile(Buffer.from(text));
const linesOf = (text: string): IdLine[] => {
  const file = read(text);
  if (!file.ok) throw new Error(file.because);
  return file.lines;
};
const idsOf = (text: string) => linesOf(text).flatMap((line) => ('id' in line ? [line.id] : []));

describe('a list of user ids', () => {
  test.each([
    ['one column without a heading', '17\n23\n', [17, 23]],
    ['one column with a heading', 'userId\n17\n23', [17, 23]],
    ['an unknown heading', 'Kennung\n17', [17]],
    ['a named column among others, with semicolons', 'Name;user_id;Ort\nVogt;17;Köln\nPohl;23;Bonn', [17, 23]],
    ['commas', 'legacyUserId,name\n17,Vogt\n23,Pohl', [17, 23]],
    ['tabs', 'name\tUser ID\nVogt\t17', [17]],
    ['quoted cells that contain separators and newlines', '"name";"userId"\n"Vogt; Lena";"17"\n"a\nb";"23"', [17, 23]],
    ['a doubled quote in a cell', 'name;userId\n"the ""first""";17', [17]],
    ['carriage returns', 'userId\r\n17\r\n23\r\n', [17, 23]],
    ['carriage returns without newlines', 'userId\r17\r23', [17, 23]],
    ['a byte order mark', '\uFEFFuserId\n17', [17]],
    ['spaces around everything', ' userId ; name \n 17 ; Vogt \n\u00a023\u00a0; Pohl', [17, 23]],
    ['empty rows, and rows of empty cells', '\n17\n\n;;\n23\n\n', [17, 23]],
    ['a separator at the end of each row', '17;\n23;\n', [17, 23]],
    ['a separator that is declared', 'sep=,\nuserId,name\n17,a;b', [17]],
    ['leading zeros', 'userId\n00017', [17]],
    ['an apostrophe by which a spreadsheet marks a number as text', "userId\n'17", [17]],
    ['the largest safe integer', '9007199254740991', [Number.MAX_SAFE_INTEGER]],
  ])('is read with %s', (_, text, ids) => {
    expect(idsOf(text)).toEqual(ids);
  });

  test('is read in UTF-16, as spreadsheets write it', () => {
    const file = readIdFile(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('userId\r\n17\r\n', 'utf16le')]));
    expect(file).toEqual({ ok: true, lines: [{ line: 2, id: 17 }] });
  });

  test('reports each invalid row by its number, and reads the others', () => {
    const text = 'userId\n17\nVogt\n1.23457E+11\n1,23457E+11\n0\n-4\n9007199254740992\n12.5\n\n"23\n29';
    expect(linesOf(text)).toEqual([
      { line: 2, id: 17 },
      { line: 3, problem: 'notAnId' },
      { line: 4, problem: 'shortened' },
      { line: 5, problem: 'shortened' },
      { line: 6, problem: 'outOfRange' },
      { line: 7, problem: 'notAnId' },
      { line: 8, problem: 'outOfRange' },
      { line: 9, problem: 'notAnId' },
      { line: 11, id: 23 },
      { line: 12, id: 29 },
    ]);
  });

  test('marks a repeated id with the row of its first occurrence', () => {
    expect(linesOf('userId\n17\n23\n 017\n17')).toEqual([
      { line: 2, id: 17 },
      { line: 3, id: 23 },
      { line: 4, id: 17, firstLine: 2 },
      { line: 5, id: 17, firstLine: 2 },
    ]);
  });

  test.each([
    ['has several columns and no known heading', 'Lena;17\nJan;23', 'noColumn'],
    ['has a heading and no ids', 'userId\n', 'noIds'],
    ['is empty', '', 'noIds'],
    ['has invalid rows only', 'userId\nabc\n', 'noIds'],
    ['is in the native format of a spreadsheet', 'PK\u0003\u0004…', 'notText'],
    ['is an executable', 'MZ\u0000\u0001', 'notText'],
  ])('is refused where it %s', (_, text, because) => {
    expect(read(text)).toMatchObject({ ok: false, because });
  });

  test(`may have ${mostIds} ids, and not one more`, () => {
    const ids = Array.from({ length: mostIds }, (_, index) => index + 1);
    expect(idsOf(ids.join('\n'))).toHaveLength(mostIds);
    expect(idsOf([...ids, 17, 17].join('\n'))).toHaveLength(mostIds + 2);
    expect(read([...ids, mostIds + 1].join('\n'))).toMatchObject({ ok: false, because: 'tooMany' });
  });

  test('with an unclosed quote in every row is read in bounded time', () => {
    const text = `userId\n${'"1\n'.repeat(20_000)}`;
    expect(idsOf(text).length + linesOf(text).filter((line) => 'problem' in line).length).toBeGreaterThan(0);
  });
});

const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const word = fc.string({ maxLength: 12 });
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

test('every id is read in order, whatever the other columns contain', () => {
  const rows = fc.array(fc.tuple(word, id, word), { minLength: 1, maxLength: 30 });
  const style = fc.record({
    separator: fc.constantFrom(';', ',', '\t'),
    newline: fc.constantFrom('\n', '\r\n'),
    heading: fc.constantFrom('userId', 'legacyUserId', 'user_id', 'USER ID', '"userId"'),
    isIdQuoted: fc.boolean(),
    begin: fc.constantFrom('', '\uFEFF'),
  });
  fc.assert(
    fc.property(rows, style, (written, { separator, newline, heading, isIdQuoted, begin }) => {
      const table = [
        [quoted('first'), heading, quoted('last')],
        ...written.map(([left, number, right]) => [
          quoted(left.replaceAll('\u0000', '')),
          isIdQuoted ? quoted(String(number)) : String(number),
          quoted(right.replaceAll('\u0000', '')),
        ]),
      ];
      const text = begin + table.map((cells) => cells.join(separator)).join(newline);
      const lines = linesOf(text);
      expect(lines.map((line) => ('id' in line ? line.id : line.problem))).toEqual(written.map(([, number]) => number));
      const once = lines.filter((line) => 'id' in line && line.firstLine === undefined);
      expect(once).toHaveLength(new Set(written.map(([, number]) => number)).size);
    }),
  );
});

test('any bytes give a result without an exception', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      const file = readIdFile(bytes);
      if (!file.ok) return;
      for (const line of file.lines) if ('id' in line) expect(Number.isSafeInteger(line.id) && line.id > 0).toBe(true);
    }),
  );
});
