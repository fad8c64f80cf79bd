import { byteOrderMark, csvRow, separatorOf } from '#lib/server/csv/write-csv.ts';
import { formattingTag, type Locale } from '#lib/wire/i18n/locale.ts';

type Cell = string | number | null;

/** A file of numbers: a row of titles, and the rows. Fractions are written as spreadsheets of the language read them. */
export async function* writeNumbers(
  rows: readonly (readonly Cell[])[],
  { titles, locale }: { titles: readonly string[]; locale: Locale },
): AsyncGenerator<string> {
  const separator = separatorOf(locale);
  const { format } = new Intl.NumberFormat(formattingTag[locale], { maximumFractionDigits: 2, useGrouping: false });
  const write = (cell: Cell) => (typeof cell === 'number' ? format(cell) : cell);
  yield byteOrderMark + csvRow(titles, separator);
  yield rows.map((row) => csvRow(row.map(write), separator)).join('');
}
