import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Handles one request per connection at a time. A second one may wait: a client that has read a whole response may
 * send its next request before the program has ended the response. A third one closes the connection (pipelining). No
 * browser and no proxy pipelines, and a single connection could otherwise occupy the whole program. Node assigns the
 * socket to a response when it is its turn.
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
    // a response that Node sends itself (417) was never handled here, and a closed one never frees the turn
    if (waiting.has(socket) || !before || before.closed) return void socket.destroy();
    waiting.add(socket);
    const replay = keepBody(request);
    // bound, because it would otherwise run in the async context of the previous request
    const proceed = AsyncResource.bind(() => {
      waiting.delete(socket);
      if (response.socket !== null) return replay(begin);
      socket.destroy(); // closed with the previous response, or one of Node's own (417) comes first
    });
    before.once('close', proceed);
  };
}

/**
 * Buffers the body while the request waits.
 * @returns a function that handles the request and then replays the buffered chunks: a handler that intercepts the
 * parser's chunks gets all of them
 */
function keepBody(request: IncomingMessage): (begin: () => void) => void {
  const { push } = request;
  const kept: unknown[] = [];
  request.push = (piece) => {
    kept.push(piece);
    return false; // stops the parser from reading the connection
  };
  return (begin) => {
    request.push = push;
    begin();
    let wantsMore = kept.length > 0;
    for (const piece of kept) wantsMore = request.push(piece);
    if (wantsMore) request.socket.resume();
  };
}
