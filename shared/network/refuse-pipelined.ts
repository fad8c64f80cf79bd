import type { RequestListener } from 'node:http';

/**
 * Ends a connection that asks for something before it was answered (pipelining). No browser and no proxy does that, and a
 * single connection could fill every place of a program with it. Node gives a response its socket when it is its turn.
 */
export const refusePipelined =
  (handle: RequestListener): RequestListener =>
  (request, response) => {
    if (response.socket === null) request.socket.destroy();
    else handle(request, response);
  };
