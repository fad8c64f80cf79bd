import type { BareTask } from './bare-server.ts';
import type { LargeChain } from './large-chain.ts';
import type { Ask } from './load.ts';

export type Route = Omit<Ask, 'headers'>;

/** Every request is by another key, and each turn is another member's. */
export function takeTurns({ apiKeys }: LargeChain, routeOf: (turn: number) => Route): () => Ask {
  let turn = 0;
  return () => {
    const headers = { 'x-api-key': pick(apiKeys, turn), 'content-type': 'application/json' };
    const ask = { ...routeOf(turn), headers };
    turn += 1;
    return ask;
  };
}

export function pick<T>(list: readonly T[], turn: number): T {
  const item = list[turn % list.length];
  if (item === undefined) throw new Error('There is nothing to take turns with.');
  return item;
}

export async function readAnswer(platformUrl: string, { path, ...request }: Ask): Promise<BareTask> {
  const response = await fetch(platformUrl + path, request);
  if (!response.ok) throw new Error(`${request.method} ${path} answers ${response.status}.`);
  return { status: response.status, body: await response.text() };
}
