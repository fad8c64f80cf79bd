import type { RequestListener } from 'node:http';

/**
 * Answers the desk's time without Next, which is cheaper: every page asks, and repeats the request where the answer is slow, as
 * it is for all of them on a busy desk.
 * @param clock epoch milliseconds
 */
export const answerClock =
  (handle: RequestListener, clock: () => number): RequestListener =>
  (request, response) => {
    if (request.method !== 'GET' || request.url !== '/api/clock') return handle(request, response);
    response.writeHead(200, headers).end(JSON.stringify({ now: clock() }));
  };

const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', 'referrer-policy': 'same-origin' };
