import type { RequestListener } from 'node:http';

/**
 * Answers what the desk's clock reads before Next is asked, which is less work: every page asks, again where the answer is
 * slow, and a full desk is slow to all of them.
 * @param clock epoch milliseconds
 */
export const answerClock =
  (handle: RequestListener, clock: () => number): RequestListener =>
  (request, response) => {
    if (request.method !== 'GET' || request.url !== '/api/clock') return handle(request, response);
    response.writeHead(200, headers).end(JSON.stringify({ now: clock() }));
  };

const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', 'referrer-policy': 'same-origin' };
