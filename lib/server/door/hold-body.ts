import type { IncomingMessage } from 'node:http';

/**
 * Buffers the body of a request until it is complete, then replays it. Intercepts `push`, which the parser calls: a `data`
 * listener would consume the body before its reader.
 * @param whole called once with the body; never where the client disconnects before
 * @param tooLarge called once, as soon as the body exceeds `limit` bytes
 */
export function holdBody(
  request: IncomingMessage,
  limit: number,
  { whole, tooLarge }: { whole(body: Buffer): void; tooLarge(): void },
): void {
  const push = request.push.bind(request);
  // one buffer, so that many tiny chunks do not cost more memory than their content
  let held = Buffer.alloc(0);
  let bytes = 0;
  request.push = (piece: Uint8Array | null) => {
    if (bytes > limit) return false;
    if (piece === null) {
      request.push = push;
      const body = held.subarray(0, bytes);
      if (body.length > 0) push(body);
      push(null);
      whole(body);
      return false;
    }
    const before = bytes;
    bytes += piece.length;
    if (bytes > limit) {
      held = Buffer.alloc(0);
      tooLarge();
      return false;
    }
    if (bytes > held.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(limit, Math.max(2 * held.length, bytes)));
      held.copy(larger, 0, 0, before);
      held = larger;
    }
    held.set(piece, before);
    return true;
  };
}
