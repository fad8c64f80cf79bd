import { type OperationId, operations } from '#contracts/v2/operations.ts';

/**
 * The path of an operation with its parameters filled in, percent-encoded.
 * @throws TypeError for `.` and `..`, which no encoding keeps from changing the path
 */
export function requestPath(
  operation: OperationId,
  parameters: Record<string, string> = {},
  query: Record<string, string> = {},
): string {
  const path = operations[operation].path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (!value || value === '.' || value === '..') throw new TypeError(`${name} is no value for a path`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams(query).toString();
  return search ? `${path}?${search}` : path;
}
