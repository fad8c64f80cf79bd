import type { FileType } from '#contracts/export/jobs.ts';

type Pieces = AsyncIterable<Buffer>;

/** Makes the file of what PostgreSQL writes; see `fileStatement`. */
export const framing: Record<FileType, (pieces: Pieces) => Pieces> = {
  CSV: finishCsv,
  JSONL: (pieces) => pieces,
  JSON: encloseAsArray,
};

const [lineFeed, quote, comma] = [...'\n",'].map((sign) => sign.charCodeAt(0)) as [number, number, number]; // safe because: they are three
/** What is put in, by the number that an insertion has for it. */
const insertable = ['\r', "'", '""'].map((text) => [...Buffer.from(text)]);
const [carriageReturn, apostrophe, emptyText] = [0, 1, 2] as const;
const bitsOfNumber = 2;
/** By its code, whether a spreadsheet takes text for a formula that begins with the character. */
const beginsFormula = Array.from({ length: 256 }, (_, code) => '=+-@\t\r'.includes(String.fromCharCode(code)));

/**
 * Ends records with CR LF, as RFC 4180 says; a line feed between quotes is text and stays. Text that a spreadsheet would
 * take for a formula begins with an apostrophe. What is no free text never begins so: instants, ids and truth values. Null is
 * two quotes, as empty text is.
 */
async function* finishCsv(pieces: Pieces): Pieces {
  const find = findInsertions();
  for await (const piece of pieces) yield insertInto(piece, find(piece));
}

/** Finds what is put in before which byte, piece after piece. What it answers is good until it is asked again. */
function findInsertions(): (piece: Buffer) => Uint32Array {
  let isQuoted = false;
  let isAtStart = true;
  let found = new Uint32Array(0);
  let count = 0;
  const insert = (what: number, place: number) => {
    found[count++] = (place << bitsOfNumber) | what;
  };
  return (piece) => {
    if (found.length < 2 * piece.length) found = new Uint32Array(2 * piece.length);
    count = 0;
    for (let place = 0; place < piece.length; place += 1) {
      if (!isAtStart) place = nextSyntax(piece, place);
      const byte = piece[place];
      if (byte === quote) {
        if (isQuoted) isAtStart = false;
        isQuoted = !isQuoted;
      } else if (!isQuoted && (byte === comma || byte === lineFeed)) {
        if (isAtStart) insert(emptyText, place);
        if (byte === lineFeed) insert(carriageReturn, place);
        isAtStart = true;
      } else {
        if (isAtStart && byte !== undefined && beginsFormula[byte]) insert(apostrophe, place);
        isAtStart = false;
      }
    }
    return found.subarray(0, count);
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

function insertInto(piece: Buffer, insertions: Uint32Array): Buffer {
  const longest = insertable[emptyText]?.length ?? 0;
  const finished = Buffer.allocUnsafeSlow(piece.length + longest * insertions.length);
  let copied = 0;
  let length = 0;
  for (const insertion of insertions) {
    const place = insertion >>> bitsOfNumber;
    length += piece.copy(finished, length, copied, place);
    for (const byte of insertable[insertion & 3] ?? []) finished[length++] = byte;
    copied = place;
  }
  length += piece.copy(finished, length, copied);
  return finished.subarray(0, length);
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
