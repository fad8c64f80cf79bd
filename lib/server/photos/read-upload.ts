import 'server-only';

/**
 * Reads the body of a request, and stops as soon as it exceeds the limit.
 * @returns null where it is too large
 */
export async function readUpload(request: Request, mostBytes: number): Promise<Buffer | null> {
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) return null;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  // returning from the loop cancels the body
  for await (const piece of request.body ?? []) {
    bytes += piece.byteLength;
    if (bytes > mostBytes) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
