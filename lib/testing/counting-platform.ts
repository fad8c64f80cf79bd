import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CountingPlatform {
  url: string;
  /** The number of requests for each user id. */
  asked: ReadonlyMap<number, number>;
  /** Once so many ids have been asked for, requests stay without an answer. */
  answersFor(ids: number): void;
  stop(): Promise<void>;
}

/** Knows every user id of the legacy interface, has no rate limit, and counts requests. */
export async function startCountingPlatform(): Promise<CountingPlatform> {
  const asked = new Map<number, number>();
  let mostIds = Number.POSITIVE_INFINITY;
  const server = http.createServer((request, response) => {
    const id = Number(new URL(request.url ?? '', 'http://platform').searchParams.get('legacyUserId'));
    asked.set(id, (asked.get(id) ?? 0) + 1);
    if (asked.size > mostIds) return;
    const membership = { membershipId: `M-${id}`, membershipType: 'PREMIUM', startOfContract: '2019-04-01' };
    const account = {
      accountId: `account-${id}`,
      email: `member${id}@example.com`,
      firstName: 'Lena',
      lastName: 'Vogt',
    };
    const headers = { 'content-type': 'application/json', 'x-ratelimit-remaining': '60' };
    response.writeHead(200, { ...headers, date: new Date().toUTCString() });
    response.end(JSON.stringify({ ...account, membership }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // safe because: it listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    answersFor: (ids) => {
      mostIds = ids;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
