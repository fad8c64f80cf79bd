import type { IncomingMessage } from 'node:http';

/**
 * Keeps back the body of a request until all of it is there, and lets the request go on as if it came just then. It is taken
 * where the parser hands it over: to listen for data would take the body from whoever reads it afterwards.
 * @param whole told once, with the body; never where the sender gives up
 * @param tooLarge told once, as soon as there is more than `limit` bytes
 */
export function holdBody(
  request: IncomingMessage,
  limit: number,
  { whole, tooLarge }: { whole(body: Buffer): void; tooLarge(): void },
): void {
  const push = request.push.bind(request);
  // one piece of memory, however small the pieces are that a stranger sends
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
