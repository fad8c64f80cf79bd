import http from 'node:http';

interface FetchOptions {
  deskUrl: string;
  /** The session, as a browser would send it. */
  cookie: () => string;
  /** The connections of the window, as a browser has its own. */
  agent: () => http.Agent;
}

/** What the desk's pages use of `fetch`. */
type Asked = Pick<RequestInit, 'method' | 'headers' | 'body' | 'signal'>;
type Answer = Pick<Response, 'status' | 'headers' | 'json'>;

/** The most connections that a browser opens to a server without TLS. */
export const openConnections = () => new http.Agent({ keepAlive: true, maxSockets: 6 });

/**
 * Implements the part of `fetch` that the desk's pages use, each window with its own connections. Node's own shares them between
 * all windows of a process, and takes more of the processor, which the desk would lack although windows are other machines in reality.
 */
export function fetchOf({ deskUrl, cookie, agent }: FetchOptions) {
  return (path: string, { method = 'GET', headers, body, signal }: Asked = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      // safe because: pages send plain objects
      const own = { ...(headers as Record<string, string>), cookie: cookie(), origin: deskUrl };
      const options = { method, agent: agent(), headers: own, ...(signal && { signal }) };
      const request = http.request(deskUrl + path, options, (answer) => {
        const pieces: string[] = [];
        answer.setEncoding('utf8');
        answer.on('data', (piece: string) => pieces.push(piece));
        answer.on('error', reject);
        answer.on('end', () => {
          const retryAfter = answer.headers['retry-after'];
          resolve({
            status: answer.statusCode ?? 0,
            headers: new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
            json: async () => JSON.parse(pieces.join('')),
          });
        });
      });
      request.on('error', () => reject(signal?.aborted ? signal.reason : new TypeError('fetch failed')));
      request.end(body as string | undefined); // safe because: pages send texts
    });
}
