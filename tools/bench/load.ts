import autocannon from 'autocannon';
import type { Answered } from './row.ts';

/** One request of a series. */
export interface BenchRequest {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

interface Load {
  url: string;
  /** Generates the next request, for all connections together. */
  next(): BenchRequest;
  connections: number;
  durationS: number;
  /** As many as are answered, if absent. */
  perSecond?: number;
}

/** How long a server is loaded before it is measured. */
export const warmUpS = 5;

/**
 * Loads a server over keep-alive connections.
 * @throws Error if a response is missing or not 2xx
 */
export async function drive({ url, next, connections, durationS, perSecond }: Load): Promise<Answered> {
  const samplesMs: number[] = [];
  const result = await autocannon({
    url,
    connections,
    duration: durationS,
    ...(perSecond !== undefined && { overallRate: perSecond }),
    requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
    // its own histogram has a resolution of whole milliseconds
    setupClient: (client) => client.on('response', (_status, _bytes, responseTimeMs) => samplesMs.push(responseTimeMs)),
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) {
    const statuses = Object.keys(result.statusCodeStats ?? {}).join(', ') || 'none';
    throw new Error(`${failed} of ${result.requests.sent} requests did not succeed; statuses: ${statuses}.`);
  }
  if (samplesMs.length === 0) throw new Error('No request was answered.');
  return { samplesMs, durationS: result.duration };
}
