import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Begins one request of a connection at a time. One more may wait for its turn: whoever has read all bytes of an answer may ask
 * again before the program has ended it. A connection that asks for a third is ended (pipelining): no browser and no proxy does
 * that, and a single one could fill every place of a program with it. Node gives a response its socket when it is its turn.
 */
export function refusePipelined(handle: RequestListener): RequestListener {
  const begun = new WeakMap<Socket, ServerResponse>();
  const waiting = new WeakSet<Socket>();
  return (request, response) => {
    const { socket } = request;
    const begin = () => {
      begun.set(socket, response);
      handle(request, response);
    };
    if (response.socket !== null) return begin();
    const before = begun.get(socket);
    // what Node answers by itself (417) never began, and what has ended frees nobody
    if (waiting.has(socket) || !before || before.closed) return void socket.destroy();
    waiting.add(socket);
    const handOn = keepBody(request);
    // bound, as it would begin in the async context of the request before it
    const takeTurn = AsyncResource.bind(() => {
      waiting.delete(socket);
      if (response.socket !== null) return handOn(begin);
      socket.destroy(); // it ended with the answer before, or one of Node's own (417) comes first
    });
    before.once('close', takeTurn);
  };
}

/**
 * Keeps what the parser hands over of a body meanwhile.
 * @returns begins the request, and hands on what has come as if it came just then: whoever takes bodies where the parser hands
 * them over sees all of it
 */
function keepBody(request: IncomingMessage): (begin: () => void) => void {
  const { push } = request;
  const kept: unknown[] = [];
  request.push = (piece) => {
    kept.push(piece);
    return false; // the parser reads no more of the connection
  };
  return (begin) => {
    request.push = push;
    begin();
    let wantsMore = kept.length > 0;
    for (const piece of kept) wantsMore = request.push(piece);
    if (wantsMore) request.socket.resume();
  };
}
