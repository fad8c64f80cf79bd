/** Text that is inserted before a byte of a stream, or replaces it. */
export interface Insertable {
  text: string;
  replaces?: boolean;
}

/**
 * Must call `insert` in ascending order of `place`, at most twice per byte. `what` is an index into the insertables.
 */
export type FindPlaces = (piece: Buffer, insert: (what: number, place: number) => void) => void;

const bitsOfIndex = 6;
/**
 * PostgreSQL sends 8 KiB at a time. The downstream cost per chunk would be most of the time of a file, so chunks are
 * merged.
 */
const batchBytes = 256 * 1024;
const indexMask = (1 << bitsOfIndex) - 1;

/**
 * Inserts text into a stream of chunks and merges them into larger ones. The bytes between are copied without being
 * read, so `find` decides the speed.
 */
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
      const insertion = found[index] as number; // safe because: `index` is below the count of insertions
      const place = insertion >>> bitsOfIndex;
      const what = insertion & indexMask;
      length += piece.copy(finished, length, copied, place);
      const text = texts[what] as Buffer; // safe because: `insert` was called with its index
      for (let at = 0; at < text.length; at += 1) finished[length++] = text[at] as number; // safe because: `at` is within the text
      copied = isReplacing[what] ? place + 1 : place;
    }
    length += piece.copy(finished, length, copied);
  }
  if (length > 0) yield finished.subarray(0, length);
}
