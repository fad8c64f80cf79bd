import autocannon from 'autocannon';
import type { Row } from './row.ts';

const durationS = 5;

export interface Target {
  name: string;
  url: string;
  /** Asked in turn; one where all are alike. */
  requests: readonly { path: string; headers?: Record<string, string> }[];
}

/** Drives a target with kept-alive connections and reports what it did. Answers other than 2xx fail the run. */
export async function load({ name, url, requests }: Target, connections: number): Promise<Row> {
  const options = { url, connections, requests: requests.map((request) => ({ method: 'GET' as const, ...request })) };
  await autocannon({ ...options, duration: 1 });
  const result = await autocannon({ ...options, duration: durationS });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${name}: ${failed} requests did not succeed`);
  return {
    name: `${name}, ${connections} connections`,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    requestsPerSecond: result.requests.average,
    samples: result.requests.total,
  };
}
