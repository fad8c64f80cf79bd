import type { FileType } from '#contracts/export/jobs.ts';
import { finishCsv } from './csv.ts';
import { toJsonLines } from './json-lines.ts';

type Pieces = AsyncIterable<Buffer>;

/** Turns PostgreSQL's output, with these field names, into the file; see `fileStatement`. */
export const framing: Record<FileType, (pieces: Pieces, names: readonly string[]) => Pieces> = {
  CSV: finishCsv,
  JSONL: (pieces, names) => toJsonLines(pieces, names),
  JSON: (pieces, names) => encloseAsArray(toJsonLines(pieces, names, ',')),
};

/** Every item begins with a comma. The comma of the first one becomes the bracket. */
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
