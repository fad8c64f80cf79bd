import type { Contract } from './contracts.ts';
import { findOperation } from './read-operations.ts';
import type { Lie } from './traffic/gateway.ts';

/** Falsifies one response of an interface, which every judge must notice: a string becomes a number. */
export function lieOf(contract: Contract): Lie {
  const { operationId, path } = contract.lie;
  return (answer, { method, path: asked }) => {
    if (findOperation(contract, method, asked) !== operationId) return answer;
    return withNumberAt(answer, path);
  };
}

function withNumberAt(value: unknown, [name, ...deeper]: readonly string[]): unknown {
  if (name === undefined) return 7;
  if (typeof value !== 'object' || value === null || !(name in value)) return value;
  const fields = value as Record<string, unknown>; // safe because: an object, as was just checked
  return { ...fields, [name]: withNumberAt(fields[name], deeper) };
}
