import 'server-only';

/**
 * Reads the body of a request, and stops as soon as it is larger than it may be: what comes after is not kept.
 * @returns null where it is too large
 */
export async function readUpload(request: Request, mostBytes: number): Promise<Buffer | null> {
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) return null;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  // leaving the loop cancels the body
  for await (const piece of request.body ?? []) {
    bytes += piece.byteLength;
    if (bytes > mostBytes) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
