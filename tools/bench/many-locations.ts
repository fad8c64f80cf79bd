import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { forkDesk } from './fork-desk.ts';
import { latencyRow, type Row, type Section } from './row.ts';

const counts = [1, 20, 200, 2_000];
const membersOfGym = 100;
const changedMembers = 3;
const answerAfterMs = 30;
/** With the most of them. */
const budgetMs = 20;

export interface MeasuredDesk {
  /** Milliseconds to read the presence list while the background work runs. */
  running: number[];
  stopped: number[];
  /** Requests to the platforms meanwhile. */
  requestsPerSecond: number;
}

/** How the background work of a desk affects its users, as it gets more locations. */
export async function measureManyLocations(): Promise<Section> {
  const rows: Record<'running' | 'stopped' | 'requests', Row[]> = { running: [], stopped: [], requests: [] };
  for (const size of counts) {
    const { running, stopped, requestsPerSecond } = await measure(size);
    const goal = size === counts.at(-1) ? budgetMs : undefined;
    rows.running.push({ ...latencyRow('beside the background work of all', running, goal), size });
    rows.stopped.push({ ...latencyRow('without background work', stopped), size });
    rows.requests.push({
      name: 'requests of the background work to the platforms',
      size,
      samples: running.length,
      value: { amount: requestsPerSecond, unit: 'a second' },
    });
  }
  return {
    title: `Who is in at one of the gyms of a desk, by their number; 20 readings a second, platforms ${answerAfterMs} ms away`,
    rows: [...rows.running, ...rows.stopped, ...rows.requests],
  };
}

async function measure(count: number): Promise<MeasuredDesk> {
  const platform = servePlatform();
  await once(platform, 'listening');
  const { port } = platform.address() as AddressInfo; // safe because: it listens on TCP
  try {
    return await forkDesk('desk-of-many.ts', `http://127.0.0.1:${port}`, String(count));
  } finally {
    platform.closeAllConnections();
    platform.close();
  }
}

/** Stands in for the platform of every location, has no rate limit, and counts requests. */
function servePlatform(): http.Server {
  let served = 0;
  const accounts = Array.from({ length: membersOfGym }, (_, index) => ({
    accountId: `account-${index + 1}`,
    email: `member${index + 1}@example.com`,
    firstName: 'Lena',
    lastName: `Vogt${index + 1}`,
    membership: { membershipId: `M-${index + 1}`, membershipType: 'PREMIUM', startOfContract: '2019-04-01' },
  }));
  const answer = ({ pathname, searchParams }: URL, isPost: boolean): unknown => {
    if (pathname === '/api/v2/tasks') return [];
    if (pathname === '/api/v2/webhooks') return isPost ? { id: 1, url: 'http://127.0.0.1', secret: 'bench' } : [];
    if (pathname !== '/api/v2/accounts') return {};
    const items = searchParams.has('fromTimestamp') ? accounts.slice(0, changedMembers) : accounts;
    return { offset: 0, limit: 100, items, total: items.length, hasNext: false };
  };
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://platform');
    if (url.pathname === '/served') return void response.end(String(served));
    served += 1;
    setTimeout(() => {
      const headers = {
        'content-type': 'application/json',
        'x-ratelimit-remaining': '60',
        date: new Date().toUTCString(),
      };
      response.writeHead(200, headers).end(JSON.stringify(answer(url, request.method === 'POST')));
    }, answerAfterMs);
  });
  return server.listen(0, '127.0.0.1');
}
