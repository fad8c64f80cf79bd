import { type OperationId, operations } from '#contracts/v2/operations.ts';

const operationIds = Object.keys(operations) as OperationId[]; // safe because: operations is a closed literal
// Paths with fixed parts win, as they do among the routes.
const patterns = operationIds
  .map((id) => ({ id, ...operations[id], pattern: toPattern(operations[id].path) }))
  .sort((one, other) => countParameters(one.path) - countParameters(other.path));

/** The operation that serves a method and path. */
export const findOperation = (method: string, path: string): OperationId | undefined =>
  patterns.find((operation) => operation.method === method && operation.pattern.test(path))?.id;

/** The methods a path knows, in alphabetical order; none for an unknown path. */
export const methodsOf = (path: string): string[] =>
  [...new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))].sort();

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

function countParameters(path: string): number {
  return path.split('{').length;
}
