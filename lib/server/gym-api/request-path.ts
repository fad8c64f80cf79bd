import { type OperationId, operations } from '#contracts/v2/operations.ts';

/**
 * The path of an operation with its percent-encoded parameters.
 * @throws TypeError for an empty value, and for `.` and `..`, which would change the path even percent-encoded
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
