import { type FindPlaces, type Insertable, insertInto } from './insertions.ts';

const codeOf = (sign: string) => sign.charCodeAt(0);
const [lineFeed, quote, comma, backslash, space] = [codeOf('\n'), codeOf('"'), codeOf(','), codeOf('\\'), codeOf(' ')];

const controls: Insertable[] = Array.from({ length: space }, (_, code) => ({
  text: JSON.stringify(String.fromCharCode(code)).slice(1, -1),
  replaces: true,
}));

/**
 * Turns CSV records into lines of JSON. In the input, all texts are quoted, a backslash is the escape character and
 * null is `null`. What is added: field names, brackets, and the escapes of control characters.
 * @param begin comes at the start of every line
 */
export function toJsonLines(
  pieces: AsyncIterable<Buffer>,
  names: readonly string[],
  begin = '',
): AsyncIterable<Buffer> {
  const keys = names.map((name, index) => ({ text: `${index === 0 ? `${begin}{` : ''}${JSON.stringify(name)}:` }));
  return insertInto(pieces, [...controls, { text: '}' }, ...keys], findPlaces());
}

const endOfObject = controls.length;
const firstKey = endOfObject + 1;

function findPlaces(): FindPlaces {
  let field = 0;
  let isAtStart = true;
  let isQuoted = false;
  let isEscaped = false;
  return (piece, insert) => {
    for (let place = 0; place < piece.length; place += 1) {
      if (isAtStart) insert(firstKey + field, place);
      isAtStart = false;
      if (isQuoted && !isEscaped) place = nextInText(piece, place);
      const byte = piece[place];
      if (byte === undefined) return;
      if (isEscaped) isEscaped = false;
      else if (isQuoted && byte < space) insert(byte, place);
      else if (byte === quote) isQuoted = !isQuoted;
      else if (isQuoted) isEscaped = byte === backslash;
      else if (byte === comma) {
        field += 1;
        isAtStart = true;
      } else if (byte === lineFeed) {
        insert(endOfObject, place);
        field = 0;
        isAtStart = true;
      }
    }
  };
}

/** The place of the next byte with a meaning within text. */
function nextInText(piece: Buffer, from: number): number {
  let place = from;
  for (; place < piece.length; place += 1) {
    const byte = piece[place] as number; // safe because: the place is within the piece
    if (byte < space || byte === quote || byte === backslash) break;
  }
  return place;
}
