import autocannon from 'autocannon';
import type { Row } from './row.ts';

const durationS = 5;

export interface Target {
  name: string;
  url: string;
  headers?: Record<string, string>;
  /** Paths to ask for in turn; one path where all requests are alike. */
  paths: readonly string[];
}

/** Drives a target with kept-alive connections and reports what it did. Answers other than 2xx fail the run. */
export async function load({ name, url, headers = {}, paths }: Target, connections: number): Promise<Row> {
  const requests = paths.map((path) => ({ method: 'GET' as const, path, headers }));
  await autocannon({ url, connections, duration: 1, requests });
  const result = await autocannon({ url, connections, duration: durationS, requests });
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
