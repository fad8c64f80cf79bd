import type { BareTask } from './bare-server.ts';
import type { LargeChain } from './large-chain.ts';
import type { BenchRequest } from './load.ts';

export type Route = Omit<BenchRequest, 'headers'>;

/** Generates consecutive requests, each with the next key and for the next position in a list. */
export function rotateKeys({ apiKeys }: LargeChain, routeOf: (index: number) => Route): () => BenchRequest {
  let index = 0;
  return () => {
    const headers = { 'x-api-key': pick(apiKeys, index), 'content-type': 'application/json' };
    const request = { ...routeOf(index), headers };
    index += 1;
    return request;
  };
}

export function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

export async function readAnswer(platformUrl: string, { path, ...request }: BenchRequest): Promise<BareTask> {
  const response = await fetch(platformUrl + path, request);
  if (!response.ok) throw new Error(`${request.method} ${path} answers ${response.status}.`);
  return { status: response.status, body: await response.text() };
}
