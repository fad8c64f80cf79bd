import type { FileType } from '#contracts/export/jobs.ts';

type Pieces = AsyncIterable<Buffer>;

/** Makes the file of what PostgreSQL writes; see `fileStatement`. */
export const framing: Record<FileType, (pieces: Pieces) => Pieces> = {
  CSV: finishCsv,
  JSONL: (pieces) => pieces,
  JSON: encloseAsArray,
};

const [lineFeed, carriageReturn, quote, comma, apostrophe] = [...'\n\r",\''].map((sign) => sign.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
  number,
]; // safe because: they are five
/** By its code, whether a spreadsheet takes text for a formula that begins with the character. */
const beginsFormula = Array.from({ length: 256 }, (_, code) => '=+-@\t\r'.includes(String.fromCharCode(code)));

/**
 * Ends records with CR LF, as RFC 4180 says; a line feed between quotes is text and stays. Text that a spreadsheet would
 * take for a formula begins with an apostrophe. What is no free text never begins so: instants, ids and truth values.
 */
async function* finishCsv(pieces: Pieces): Pieces {
  let isQuoted = false;
  let isAtStart = true;
  for await (const piece of pieces) {
    const finished = Buffer.allocUnsafe(piece.length * 2);
    let length = 0;
    for (let place = 0; place < piece.length; place += 1) {
      const byte = piece[place] as number; // safe because: it lies in the piece
      if (byte === quote) {
        if (isQuoted) isAtStart = false;
        isQuoted = !isQuoted;
      } else if (!isQuoted && (byte === comma || byte === lineFeed)) {
        if (byte === lineFeed) finished[length++] = carriageReturn;
        isAtStart = true;
      } else {
        if (isAtStart && beginsFormula[byte]) finished[length++] = apostrophe;
        isAtStart = false;
      }
      finished[length++] = byte;
    }
    yield finished.subarray(0, length);
  }
}

/** Every item begins with a comma: that of the first one becomes the bracket. */
async function* encloseAsArray(pieces: Pieces): Pieces {
  let isEmpty = true;
  for await (const piece of pieces) {
    if (isEmpty && piece.length > 0) {
      yield Buffer.from('[');
      yield piece.subarray(1);
      isEmpty = false;
    } else {
      yield piece;
    }
  }
  yield Buffer.from(isEmpty ? '[]' : ']');
}
