import { AsyncResource } from 'node:async_hooks';
import type { RequestListener, ServerResponse } from 'node:http';
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
    if (waiting.has(socket)) return void socket.destroy();
    waiting.add(socket);
    // bound, as it would begin in the async context of the request before it
    const takeTurn = AsyncResource.bind(() => {
      waiting.delete(socket);
      if (response.socket !== null) begin(); // null where the connection ended with the answer before
    });
    begun.get(socket)?.once('close', takeTurn);
  };
}
