/** What a spreadsheet takes for the end of a cell, in the language of the page. */
export type CsvSeparator = ',' | ';';

export const separatorOf = (locale: string): CsvSeparator => (locale === 'de' ? ';' : ',');

/** Stands at the beginning of a file: spreadsheets take one without it for one of their own alphabet. */
export const byteOrderMark = '\uFEFF';

/** A row of a file for spreadsheets, whose cells are text and never run. */
export const csvRow = (cells: readonly (string | number | null)[], separator: CsvSeparator): string =>
  `${cells.map((cell) => quote(String(cell ?? ''))).join(separator)}\r\n`;

/** Spreadsheets run what begins so, some of them also where the sign is full-width or another line stands before it. */
const isFormula = /^[=+\-@＝＋－＠\t\r\n]/;

function quote(text: string): string {
  const safe = isFormula.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Sends a file piece by piece, as they are asked for. */
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
