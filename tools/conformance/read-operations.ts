import type { Contract } from './contracts.ts';
import type { GatewayAnswer } from './traffic/gateway.ts';

/** The operation for a method and a path of the platform. Paths with fixed segments take precedence. */
export function findOperation({ operations, basePath }: Contract, method: string, path: string): string | undefined {
  return Object.entries(operations)
    .toSorted(([, one], [, other]) => one.path.split('{').length - other.path.split('{').length)
    .find(
      ([, operation]) =>
        operation.method === method &&
        new RegExp(`^${basePath}${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
    )?.[0];
}

/** The operations with at least one successful response. */
export const readOperations = (contract: Contract, answers: GatewayAnswer[]): Set<string> =>
  new Set(
    answers
      .filter(({ status }) => status < 300)
      .flatMap(({ method, path }) => findOperation(contract, method, path) ?? []),
  );
