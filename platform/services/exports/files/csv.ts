import { type FindPlaces, insertInto } from './insertions.ts';

const [lineFeed, quote, comma] = [...'\n",'].map((sign) => sign.charCodeAt(0)) as [number, number, number]; // safe because: the string has three characters
/**
 * Looked up by first byte: whether a spreadsheet would read the text as a formula. Full-width signs (＝＋－＠) begin with
 * the byte 0xEF. Other full-width text begins with it too and also gets an apostrophe, because the next bytes may be
 * in the next chunk.
 */
const beginsFormula = Array.from(
  { length: 256 },
  (_, code) => code === 0xef || '=+-@\t\r\n'.includes(String.fromCharCode(code)),
);
const insertables = [{ text: '\r' }, { text: "'" }, { text: '""' }];
const [carriageReturn, apostrophe, emptyText] = [0, 1, 2];

/**
 * Ends records with CR LF (RFC 4180); a line feed within quotes is text and stays. Text that a spreadsheet would read
 * as a formula gets an apostrophe in front. Instants, ids and booleans never look like a formula. Null becomes two
 * quotes, like empty text.
 */
export const finishCsv = (pieces: AsyncIterable<Buffer>): AsyncIterable<Buffer> =>
  insertInto(pieces, insertables, findPlaces());

function findPlaces(): FindPlaces {
  let isQuoted = false;
  let isAtStart = true;
  return (piece, insert) => {
    for (let place = 0; place < piece.length; place += 1) {
      if (!isAtStart) place = nextSyntax(piece, place);
      const byte = piece[place];
      if (byte === undefined) return;
      if (byte === quote) {
        if (isQuoted) isAtStart = false;
        isQuoted = !isQuoted;
      } else if (!isQuoted && (byte === comma || byte === lineFeed)) {
        if (isAtStart) insert(emptyText, place);
        if (byte === lineFeed) insert(carriageReturn, place);
        isAtStart = true;
      } else {
        if (isAtStart && beginsFormula[byte]) insert(apostrophe, place);
        isAtStart = false;
      }
    }
  };
}

/** The place of the next byte with a meaning in CSV; almost no byte has one. */
function nextSyntax(piece: Buffer, from: number): number {
  let place = from;
  for (; place < piece.length; place += 1) {
    const byte = piece[place] as number; // safe because: the place is within the piece
    if (byte <= comma && (byte === comma || byte === lineFeed || byte === quote)) break;
  }
  return place;
}
