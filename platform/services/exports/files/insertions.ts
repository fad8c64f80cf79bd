/** Bytes that are put before a byte of a stream, or in its place. */
export interface Insertable {
  text: string;
  replaces?: boolean;
}

/** Calls `insert` in the order of the places; `what` is an index of what can be inserted. Twice a byte at most. */
export type FindPlaces = (piece: Buffer, insert: (what: number, place: number) => void) => void;

const bitsOfIndex = 6;
/** PostgreSQL sends 8 KiB at a time: what every single one of so small pieces costs behind here is most of a file's time. */
const batchBytes = 256 * 1024;
const indexMask = (1 << bitsOfIndex) - 1;

/** Puts bytes into pieces that pass, and hands them on in larger ones. What lies between is copied and never looked at: `find` decides how fast it is. */
export async function* insertInto(
  pieces: AsyncIterable<Buffer>,
  insertables: readonly Insertable[],
  find: FindPlaces,
): AsyncIterable<Buffer> {
  if (insertables.length > indexMask + 1) throw new Error('There is more to insert than has a number.');
  const texts = insertables.map(({ text }) => Buffer.from(text));
  const isReplacing = insertables.map(({ replaces }) => replaces === true);
  let found = new Uint32Array(0);
  let count = 0;
  let added = 0;
  let finished = Buffer.alloc(0);
  let length = 0;
  const insert = (what: number, place: number) => {
    found[count++] = (place << bitsOfIndex) | what;
    added += texts[what]?.length ?? 0;
  };
  for await (const piece of pieces) {
    if (found.length < 2 * piece.length) found = new Uint32Array(2 * piece.length);
    count = 0;
    added = 0;
    find(piece, insert);
    const needed = piece.length + added;
    if (length + needed > finished.length) {
      if (length > 0) yield finished.subarray(0, length);
      finished = Buffer.allocUnsafeSlow(Math.max(needed, batchBytes));
      length = 0;
    }
    let copied = 0;
    for (let index = 0; index < count; index += 1) {
      const insertion = found[index] as number; // safe because: it was found
      const place = insertion >>> bitsOfIndex;
      const what = insertion & indexMask;
      length += piece.copy(finished, length, copied, place);
      const text = texts[what] as Buffer; // safe because: `insert` took its index
      for (let at = 0; at < text.length; at += 1) finished[length++] = text[at] as number; // safe because: it lies in the text
      copied = isReplacing[what] ? place + 1 : place;
    }
    length += piece.copy(finished, length, copied);
  }
  if (length > 0) yield finished.subarray(0, length);
}
