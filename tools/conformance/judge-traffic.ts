import fs from 'node:fs';
import path from 'node:path';
import { contracts } from './contracts.ts';
import { decidedAnswers } from './decided-answers.ts';
import type { Judged, Trial } from './judged.ts';
import { readViolations, startPrism } from './prism.ts';
import { publishedDocument } from './published-document.ts';
import { askerOf, type Exchange } from './traffic/ask.ts';

/**
 * Validates the project's own traffic against the recorded contract with Prism: every operation, accepted and rejected.
 */
export async function judgeTraffic({ name, tools, platform, gateway, gym, folder }: Trial): Promise<Judged> {
  const { facts, operations, basePath, credentialsOf, drive } = contracts[name];
  const own = path.join(folder, `prism-${name}`);
  fs.mkdirSync(own, { recursive: true });
  const document = publishedDocument(facts, decidedAnswers[name]);
  const prism = await startPrism(tools, { document, folder: own, upstream: `${gateway.url}${basePath}` });
  const exchanges: Exchange[] = [];
  try {
    const { keepBody } = gateway;
    const note = (exchange: Exchange) => void exchanges.push(exchange);
    const ask = askerOf({ url: prism.url, operations, ...credentialsOf(gym), readViolations, keepBody, note });
    await drive({ ask, gym, platform });
  } finally {
    await prism.stop();
  }
  return {
    tool: 'Prism',
    exchanges: exchanges.length,
    operations: new Set(exchanges.map(({ operationId }) => operationId)).size,
    violations: [...exchanges.flatMap(describe), ...findUncovered(Object.keys(operations), exchanges)],
  };
}

const describe = ({ operationId, status, violations }: Exchange): string[] =>
  violations.map((violation) => `${operationId} ${status}: ${violation}`);

/** Every operation needs at least one accepted and one rejected request. */
export function findUncovered(operationIds: string[], exchanges: Exchange[]): string[] {
  const isCovered = (id: string, isGood: boolean) =>
    exchanges.some((exchange) => exchange.operationId === id && exchange.isGood === isGood);
  return operationIds.flatMap((id) => [
    ...(isCovered(id, true) ? [] : [`${id}: no request of the traffic is granted`]),
    ...(isCovered(id, false) ? [] : [`${id}: no request of the traffic is refused`]),
  ]);
}
