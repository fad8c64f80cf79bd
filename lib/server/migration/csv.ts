const separators = [';', ',', '\t'] as const;
type Separator = (typeof separators)[number];

/** The longest quoted cell: a quote that is never closed must not swallow the rest of the file. */
const longestQuoted = 2_000;

/** A row of a spreadsheet: its number, counted from 1 with empty rows, and its cells. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/** The separator that a first row `sep=` declares, as spreadsheets write it, else the most frequent one in the first row. */
export function findSeparator(text: string): { separator: Separator; isDeclared: boolean } {
  const first =
    text
      .slice(0, 10_000)
      .split(/\r\n|\r|\n/)
      .find((row) => row.trim() !== '') ?? '';
  const declared = /^"?sep=(.)"?$/i.exec(first)?.[1];
  const known = separators.find((separator) => separator === declared);
  if (known) return { separator: known, isDeclared: true };
  const bare = first.replaceAll(/"[^"]*"/g, '');
  const counts = separators.map((separator) => bare.split(separator).length);
  const most = Math.max(...counts);
  return { separator: separators[counts.indexOf(most)] ?? ';', isDeclared: false };
}

/** Reads the rows of a CSV file one by one. Only quotes around a whole cell are syntax; any other quote is a plain character. */
export function* readCsv(text: string, separator: Separator): Generator<CsvRow> {
  const quoted = new RegExp(`[ ]*"((?:[^"]|""){0,${longestQuoted}})"[ ]*(?=${separator}|\\r|\\n|$)`, 'y');
  const plain = new RegExp(`[^${separator}\\r\\n]*`, 'y');
  let line = 0;
  let at = 0;
  while (at < text.length) {
    const cells: string[] = [];
    for (let isRowOver = false; !isRowOver; ) {
      quoted.lastIndex = at;
      const inQuotes = quoted.exec(text);
      if (inQuotes) {
        cells.push((inQuotes[1] ?? '').replaceAll('""', '"'));
        at = quoted.lastIndex;
      } else {
        plain.lastIndex = at;
        cells.push(plain.exec(text)?.[0] ?? '');
        at = plain.lastIndex;
      }
      isRowOver = text[at] !== separator;
      if (!isRowOver) at += 1;
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line += 1;
    yield { line, cells };
  }
}
