/** The separator that spreadsheets expect in the language of the page. */
export type CsvSeparator = ',' | ';';

export const separatorOf = (locale: string): CsvSeparator => (locale === 'de' ? ';' : ',');

/** The first character of a file: without it, spreadsheets do not read it as UTF-8. */
export const byteOrderMark = '\uFEFF';

/** A row of a file for spreadsheets. Its cells are never executed as formulas. */
export const csvRow = (cells: readonly (string | number | null)[], separator: CsvSeparator): string =>
  `${cells.map((cell) => quote(String(cell ?? ''))).join(separator)}\r\n`;

/**
 * Where a formula may begin: at the start of a cell, and after each separator, since a spreadsheet of another language splits cells at its
 * own, and takes a quote inside one for text. Some spreadsheets accept full-width signs.
 */
const formulaStarts = /(^|[,;\t\r\n]"*)(?=[=+\-@＝＋－＠])/g;
/** White space that some spreadsheets accept before a formula. */
const startsBlank = /^[\t\r\n]/;

function quote(text: string): string {
  const escaped = text.replaceAll(formulaStarts, "$1'");
  const safe = startsBlank.test(escaped) ? `'${escaped}` : escaped;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

interface CsvFile {
  /** The gym whose data the file has, as a part of its name. Null for a file of all gyms. */
  gym: { slug: string } | null;
  /** Without the extension. */
  name: string;
}

/** Streams a file, piece by piece on demand. */
export function csvResponse({ gym, name }: CsvFile, pieces: AsyncGenerator<string>): Response {
  const fileName = gym === null ? name : `${gym.slug}-${name}`;
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
      'content-disposition': `attachment; filename="${fileName}.csv"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}
