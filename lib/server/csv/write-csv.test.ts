import { expect, test } from 'vitest';
import { csvResponse, csvRow } from './write-csv.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+49 89 1234', "'+49 89 1234"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\r=1', '"\'\r\'=1"'],
  ['\n=1', '"\'\n\'=1"'],
  ['＝1+1', "'＝1+1"],
  ['＋49', "'＋49"],
  ['－2', "'－2"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['=HYPERLINK("https://a.example";"x")', '"\'=HYPERLINK(""https://a.example"";""x"")"'],
])('a formula is escaped to text: %j', (cell, written) => {
  expect(csvRow([cell], ';')).toBe(`${written}\r\n`);
});

test.each([
  ['x;=1+1;', `"x;'=1+1;"`],
  ['x,@SUM(A1)', `"x,'@SUM(A1)"`],
  ['x\t+1', "x\t'+1"],
  ['two\n=lines', `"two\n'=lines"`],
  ['x;"=1+1"', '"x;""\'=1+1"""'],
  [';;-1', `";;'-1"`],
  ['a, b; c', '"a, b; c"'],
  ['2026-11-21', '2026-11-21'],
])('a formula is escaped also where a spreadsheet of another language begins a cell: %j', (cell, written) => {
  expect(csvRow(['Lena', cell], ',')).toBe(`Lena,${written}\r\n`);
});

test('separators, quotes and line breaks in a cell are kept', () => {
  expect(csvRow(['a;b', 'c,d', 'say "x"', 'two\nlines', 'plain', null, 7], ';')).toBe(
    '"a;b";"c,d";"say ""x""";"two\nlines";plain;;7\r\n',
  );
});

test('a cancelled download stops reading', async () => {
  let read = 0;
  let isOver = false;
  async function* pieces() {
    try {
      for (;;) {
        read += 1;
        yield `${read}\r\n`;
      }
    } finally {
      isOver = true;
    }
  }
  const response = csvResponse({ gym: { slug: 'munich-west' }, name: 'visits' }, pieces());
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  expect(isOver).toBe(true);
  expect(read).toBeLessThan(5);
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="munich-west-visits.csv"');
});
