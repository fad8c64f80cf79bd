import 'server-only';

interface Asked {
  from: Date;
  /** Not included. */
  to: Date;
  limit: number;
  /** The length of the first part. */
  partMs: number;
}

/**
 * Reads the latest rows of a range, from its end, in parts of doubling length: stays are computed from all events of a range, and
 * the first part mostly has enough of them.
 */
export async function readBackwards<Row>(
  { from, to, limit, partMs }: Asked,
  readPart: (part: { from: Date; to: Date }) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let end = to;
  for (let lengthMs = partMs; rows.length < limit && end > from; lengthMs *= 2) {
    const begin = new Date(Math.max(from.getTime(), end.getTime() - lengthMs));
    rows.push(...(await readPart({ from: begin, to: end })));
    end = begin;
  }
  return rows.slice(0, limit);
}
