/** The separator that spreadsheets expect in the language of the page. */
export type CsvSeparator = ',' | ';';

export const separatorOf = (locale: string): CsvSeparator => (locale === 'de' ? ';' : ',');

/** The first character of a file: without it, spreadsheets do not read it as UTF-8. */
export const byteOrderMark = '\uFEFF';

/** A row of a file for spreadsheets. Its cells are never executed as formulas. */
export const csvRow = (cells: readonly (string | number | null)[], separator: CsvSeparator): string =>
  `${cells.map((cell) => quote(String(cell ?? ''))).join(separator)}\r\n`;

/** The beginnings of formulas; some spreadsheets also accept full-width signs, or a line break before them. */
const isFormula = /^[=+\-@＝＋－＠\t\r\n]/;

function quote(text: string): string {
  const safe = isFormula.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Streams a file, piece by piece on demand. */
export function csvResponse(name: string, pieces: AsyncGenerator<string>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => void (await pieces.return(undefined)),
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}
