import { type FindPlaces, insertInto } from './insertions.ts';

const [lineFeed, quote, comma] = [...'\n",'].map((sign) => sign.charCodeAt(0)) as [number, number, number]; // safe because: they are three
/**
 * By its first byte, whether a spreadsheet takes text for a formula. Full-width signs (＝＋－＠) begin with the byte 0xEF, as
 * other full-width text does, which has an apostrophe too: their other bytes may be in the next piece.
 */
const beginsFormula = Array.from(
  { length: 256 },
  (_, code) => code === 0xef || '=+-@\t\r\n'.includes(String.fromCharCode(code)),
);
const insertables = [{ text: '\r' }, { text: "'" }, { text: '""' }];
const [carriageReturn, apostrophe, emptyText] = [0, 1, 2];

/**
 * Ends records with CR LF, as RFC 4180 says; a line feed between quotes is text and stays. Text that a spreadsheet would
 * take for a formula begins with an apostrophe. What is no free text never begins so: instants, ids and truth values. Null is
 * two quotes, as empty text is.
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

/** Where the next byte is that means something to CSV; nearly none does. */
function nextSyntax(piece: Buffer, from: number): number {
  let place = from;
  for (; place < piece.length; place += 1) {
    const byte = piece[place] as number; // safe because: it lies in the piece
    if (byte <= comma && (byte === comma || byte === lineFeed || byte === quote)) break;
  }
  return place;
}
