import { type BadLine, type FileRefusal, mostIds } from '#lib/wire/migration.ts';
import { type IdProblem, readUserId } from '#lib/wire/user-id.ts';
import { type CsvRow, findSeparator, readCsv } from './csv.ts';

/** A row of a list: an id, a repeated one with the row of its first occurrence, or something that is no id. */
export type IdLine = { line: number; id: number; firstLine?: number } | { line: number; problem: IdProblem };

type IdFile = { ok: true; lines: IdLine[] } | { ok: false; because: FileRefusal; bad: BadLine[] };

/** The most rows of a list, including repeated and invalid ones. */
const mostLines = 2 * mostIds;
const columnNames = ['legacyuserid', 'olduserid', 'userid', 'nutzerid', 'benutzerid', 'id'];

/**
 * Reads a list of user ids as spreadsheets and management systems export it: a single column, or several with a known heading
 * for the ids. Invalid rows do not affect the others.
 */
export function readIdFile(bytes: Uint8Array): IdFile {
  const text = decode(bytes);
  if (text === null) return refuse('notText');
  const { separator, isDeclared } = findSeparator(text);
  const lines: IdLine[] = [];
  const firstLines = new Map<number, number>();
  let column: number | null = null;
  for (const row of readCsv(text, separator)) {
    if (isEmpty(row) || (isDeclared && row.line === 1)) continue;
    if (column === null) {
      const found = findColumn(row);
      if (!found) return refuse('noColumn');
      column = found.column;
      if (found.isHeader) continue;
    }
    const line = readLine(row, column, firstLines);
    lines.push(line);
    if (firstLines.size > mostIds || lines.length > mostLines) return refuse('tooMany');
  }
  const bad = badLinesOf(lines);
  return firstLines.size === 0 ? { ok: false, because: 'noIds', bad } : { ok: true, lines };
}

const refuse = (because: FileRefusal): IdFile => ({ ok: false, because, bad: [] });

export const badLinesOf = (lines: readonly IdLine[]): BadLine[] =>
  lines.flatMap((line) => ('problem' in line ? [line] : []));

function readLine({ line, cells }: CsvRow, column: number, firstLines: Map<number, number>): IdLine {
  const read = readUserId(cells[column] ?? '');
  if ('problem' in read) return { line, problem: read.problem };
  const firstLine = firstLines.get(read.id);
  if (firstLine !== undefined) return { line, id: read.id, firstLine };
  firstLines.set(read.id, line);
  return { line, id: read.id };
}

/** Null for binary data, mostly the native format of a spreadsheet. */
function decode(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  const text = new TextDecoder(encoding).decode(bytes);
  return text.includes('\u0000') || text.startsWith('PK\u0003\u0004') ? null : text;
}

const isEmpty = ({ cells }: CsvRow) => cells.every((cell) => cell.trim() === '');

/** The column of the ids, by the first non-empty row. Null where several columns could hold them. */
function findColumn({ cells }: CsvRow): { column: number; isHeader: boolean } | null {
  const names = cells.map((cell) => cell.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
  for (const name of columnNames) {
    const column = names.indexOf(name);
    if (column >= 0) return { column, isHeader: true };
  }
  const filled = cells.flatMap((cell, column) => (cell.trim() === '' ? [] : [column]));
  const [only, ...others] = filled;
  if (only === undefined || others.length > 0) return null;
  // an unknown heading: even a malformed id usually contains a digit
  return { column: only, isHeader: !/\d/.test(cells[only] ?? '') };
}
