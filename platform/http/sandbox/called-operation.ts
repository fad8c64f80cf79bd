import { exportOperations } from '#platform/http/export/operation-index.ts';
import type { OperationIndex } from '#platform/http/operation-index.ts';
import { gymOperations } from '#platform/http/v1/operation-index.ts';
import { membershipOperations } from '#platform/http/v2/operation-index.ts';
import type { FaultyInterface } from '#platform/services/sandbox/fault-rule.ts';

interface Called {
  /** Absent for a path of no interface. */
  interface?: FaultyInterface;
  operation?: string | undefined;
}

interface Base {
  name: FaultyInterface;
  /** The prefix of every path. */
  prefix: string;
  /** What precedes the paths of the contract. */
  basePath?: string;
  operations: OperationIndex<string>;
}

/** Finds the interface and the operation that a request is for. */
export function findCalled(gymPaths: readonly string[]): (method: string, path: string) => Called {
  const bases: Base[] = [
    { name: 'export', prefix: '/api/v1/data/', operations: exportOperations },
    { name: 'v2', prefix: '/api/v2/', operations: membershipOperations },
    ...gymPaths.map((path): Base => ({ name: 'v1', prefix: `${path}/`, basePath: path, operations: gymOperations })),
  ];
  return (method, path) => {
    const base = bases.find(({ prefix }) => path.startsWith(prefix));
    if (!base) return {};
    return { interface: base.name, operation: base.operations.find(method, path.slice(base.basePath?.length ?? 0)) };
  };
}
