interface Route {
  method: string;
  /** Path with `{name}` for parameters. */
  path: string;
}

export interface OperationIndex<Id extends string> {
  /** The operation of a method and path. */
  find(method: string, path: string): Id | undefined;
  /** The methods of a path in alphabetical order; empty for an unknown path. */
  methodsOf(path: string): string[];
}

/** Finds operations by method and path. Fixed path segments win over parameters, as in the router. */
export function indexOperations<Id extends string>(operations: Readonly<Record<Id, Route>>): OperationIndex<Id> {
  const ids = Object.keys(operations) as Id[]; // safe because: the operations of an interface are a closed literal
  const patterns = ids
    .map((id) => ({ id, ...operations[id], pattern: toPattern(operations[id].path) }))
    .sort((one, other) => countParameters(one.path) - countParameters(other.path));
  return {
    find: (method, path) =>
      patterns.find((operation) => operation.method === method && operation.pattern.test(path))?.id,
    methodsOf: (path) =>
      [...new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))].sort(),
  };
}

const toPattern = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

const countParameters = (path: string): number => path.split('{').length;
